import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A limit of time that a test or a hook is given, as thousands of milliseconds. */
const LIMIT = /(?:timeout: |\}, |^ +)(\d+)_000(?=\)|,$|,? \}|,\n)/gm;

/**
 * Begins with the files whose tests are allowed most time, so that none of them is left for one core while the other has nothing to do. In a fresh
 * clone, no durations are known, and the largest files would begin, which are not those that take longest: tests of processes are short texts.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const limits = new Map(files.map(({ moduleId }) => [moduleId, limitOf(moduleId)]));
    const limit = ({ moduleId }: TestSpecification): number => limits.get(moduleId) ?? 0;
    return (await super.sort(files)).sort((a, b) => limit(b) - limit(a));
  }
}

/** The most time that a test of a file says it may take, in seconds; zero if it says nothing. */
function limitOf(file: string): number {
  const found = [...readFileSync(file, 'utf8').matchAll(LIMIT)];
  return Math.max(0, ...found.map(([, seconds]) => Number(seconds)));
}
