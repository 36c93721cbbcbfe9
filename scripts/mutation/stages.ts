import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Mutant } from './mutant.ts';
import { BUILT_SITE, systemTestsOf } from './system-tests.ts';

/** Tests that are run together. They stop at the first that fails. */
export interface Stage {
  name: 'nearest' | 'related' | 'slow' | 'system';
  tests: readonly string[];
}

/** How long each test file takes alone, in milliseconds, by its path in the project. */
export type Durations = ReadonlyMap<string, number>;

/** A test file of the quick tiers that takes longer than this, in milliseconds, is run after the others. */
const SLOW_MS = 4000;

/** Answers which tests may notice a change of a source. */
export class TestFinder {
  readonly #project: string;
  readonly #imports = new Map<string, readonly string[]>();
  readonly #quick: readonly string[];

  constructor(project: string) {
    this.#project = project;
    this.#quick = globSync('test/{unit,pipeline}/**/*.test.ts', { cwd: project }).sort();
  }

  /** All tests of the quick tiers. */
  get quick(): readonly string[] {
    return this.#quick;
  }

  /**
   * The tests that may notice a change of a source, in the order in which they are run: those that fail first come first. `covering` are the tests
   * of processes that run the changed code; absent if that is not known.
   */
  stagesOf({ file }: Pick<Mutant, 'file'>, durations: Durations, covering?: ReadonlySet<string>): Stage[] {
    const related = this.#quick.filter((test) => this.#reaches(test, file));
    const isSlow = (test: string): boolean => (durations.get(test) ?? 0) > SLOW_MS;
    const folder = dirname(file).replace('src/', '');
    const room = folder.split('/')[0] as string;
    const isNear = (test: string): boolean => test.split('/').slice(2).includes(room) && !isSlow(test);
    const mayNotice = (test: string): boolean =>
      covering === undefined ||
      covering.has(test) ||
      (covering.has(BUILT_SITE) && this.#usesBuiltSite(test)) ||
      this.#reaches(test, file);
    const stages: Stage[] = [
      { name: 'nearest', tests: related.filter(isNear) },
      { name: 'related', tests: related.filter((test) => !isNear(test) && !isSlow(test)) },
      { name: 'slow', tests: related.filter(isSlow) },
      { name: 'system', tests: systemTestsOf(this.#project, file).filter(mayNotice) },
    ];
    return stages.filter(({ tests }) => tests.length > 0);
  }

  #reaches(from: string, to: string): boolean {
    return this.#filesOf(from).has(to);
  }

  #usesBuiltSite(test: string): boolean {
    return [...this.#filesOf(test)].some((path) =>
      readFileSync(join(this.#project, path), 'utf8').includes("'builtSite'"),
    );
  }

  /** A file, and all that it imports, by whatever other files. */
  #filesOf(from: string): ReadonlySet<string> {
    const files = new Set([from]);
    for (const path of files) for (const next of this.#importsOf(path)) files.add(next);
    return files;
  }

  #importsOf(path: string): readonly string[] {
    const known = this.#imports.get(path);
    if (known) return known;
    const found: string[] = [];
    if (/\.(?:ts|js|astro)$/.test(path)) {
      const text = readFileSync(join(this.#project, path), 'utf8');
      for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport\(?|\bnew URL\()\s*'(\.[^']+)'/g)) {
        const target = join(dirname(path), name).replaceAll('\\', '/');
        if (statSync(join(this.#project, target), { throwIfNoEntry: false })?.isFile()) found.push(target);
      }
    }
    this.#imports.set(path, found);
    return found;
  }
}
