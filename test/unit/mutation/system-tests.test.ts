import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { findMutants } from '../../../scripts/mutation/find-mutants.ts';
import { TestFinder } from '../../../scripts/mutation/stages.ts';
import {
  BUILT_SITE,
  coveringTests,
  folderOfTest,
  recordingEnvironment,
} from '../../../scripts/mutation/system-tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'almanac-covering-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SOURCE = 'src/build/files/files-of-datasets.ts';
const TEST = 'test/system/commands/command.test.ts';

test('a test covers the mutants whose code its processes have run, and no others', () => {
  const environment = recordingEnvironment(folder);
  execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', `(await import('${pathToFileURL(SOURCE).href}')).datasetFinder(['a'])`],
    { env: { ...environment, NODE_V8_COVERAGE: join(folder, folderOfTest(TEST)) }, stdio: 'pipe' },
  );
  const text = readFileSync(SOURCE, 'utf8');
  const mutants = findMutants(SOURCE, text);
  const [built] = findMutants('src/serve/x.ts', 'export const a = 1;\n');
  if (!built) throw new Error('there is no mutant');
  const covering = coveringTests(folder, [...mutants, built]);
  const linesOf = (isCovered: boolean): Set<string> =>
    new Set(
      mutants
        .filter((mutant) => covering.get(mutant)?.has(TEST) === isCovered)
        .map(({ line }) => text.split('\n')[line - 1]?.trim() ?? ''),
    );
  expect(linesOf(true)).toContain("const collection = { kind: 'records', config } as const;");
  expect(linesOf(false)).toContain('return owner ?? owners.get(path);');
  expect(linesOf(false)).not.toContain("const collection = { kind: 'records', config } as const;");
  // What is bundled runs under other names.
  expect(covering.has(built)).toBe(false);
});

test('of the tests of processes, those are run that cover a mutant, look at the built site if it does, or import the source', () => {
  const finder = new TestFinder('.');
  const testsOf = (covering?: ReadonlySet<string>): readonly string[] =>
    finder.stagesOf({ file: SOURCE }, new Map(), covering).find(({ name }) => name === 'system')?.tests ?? [];
  const importing = 'test/system/build/incremental/damaged-output.test.ts';
  const looking = 'test/system/hosts/page-files.test.ts';
  expect(testsOf()).toEqual(expect.arrayContaining([TEST, importing, looking]));
  expect(testsOf(new Set([TEST]))).toEqual(expect.arrayContaining([TEST, importing]));
  expect(testsOf(new Set([TEST]))).not.toContain(looking);
  expect(testsOf(new Set([BUILT_SITE]))).toContain(looking);
  expect(testsOf(new Set([BUILT_SITE]))).not.toContain(TEST);
});
