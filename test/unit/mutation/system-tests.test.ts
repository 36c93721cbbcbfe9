import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
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
const TEXT = readFileSync(SOURCE, 'utf8');
const MUTANTS = findMutants(SOURCE, TEXT);

/** Lines of the source with mutants that a test covers, or does not cover, by what a process records that runs a module. */
function linesCovered(module: string, name: string): { covered: Set<string>; others: Set<string> } {
  const place = join(folder, name);
  const environment = recordingEnvironment(place);
  execFileSync(
    process.execPath,
    ['--input-type=module', '--eval', `(await import('${pathToFileURL(module).href}')).datasetFinder(['a'])`],
    { env: { ...environment, NODE_V8_COVERAGE: join(place, folderOfTest(TEST)) }, stdio: 'pipe' },
  );
  const covering = coveringTests(place, MUTANTS);
  const linesOf = (isCovered: boolean): Set<string> =>
    new Set(
      MUTANTS.filter((mutant) => covering.get(mutant)?.has(TEST) === isCovered).map(
        ({ line }) => TEXT.split('\n')[line - 1]?.trim() ?? '',
      ),
    );
  return { covered: linesOf(true), others: linesOf(false) };
}

/** Bundles the source, after a long line of another one, and returns the file. */
async function bundled(): Promise<string> {
  const entry = join(folder, 'entry.ts');
  writeFileSync(entry, `console.log('${'long '.repeat(99)}');\nexport * from '${resolve(SOURCE)}';\n`);
  await build({ input: entry, output: { dir: join(folder, 'lib'), sourcemap: true }, external: /^node:/ });
  return join(folder, 'lib/entry.js');
}

test.each([
  ['a source', async () => SOURCE],
  ['a bundle', bundled],
])('a test covers the mutants whose code its processes have run in %s, and no others', async (name, moduleOf) => {
  const { covered, others } = linesCovered(await moduleOf(), name);
  expect(covered).toContain("const collection = { kind: 'records', config } as const;");
  expect(others).toContain('return owner ?? owners.get(path);');
  expect(others).not.toContain("const collection = { kind: 'records', config } as const;");
});

test('the mutants of what is built into pages and servers are not looked for', () => {
  const [built] = findMutants('src/serve/x.ts', 'export const a = 1;\n');
  if (!built) throw new Error('there is no mutant');
  const place = join(folder, 'nothing');
  recordingEnvironment(place);
  expect([...coveringTests(place, [...MUTANTS, built]).keys()]).toEqual(MUTANTS);
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
