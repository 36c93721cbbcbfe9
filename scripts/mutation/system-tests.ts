import { globSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type CoverageReport, RunMutants } from './coverage/run-mutants.ts';
import type { Mutant } from './mutant.ts';

/*
 * Tests of processes, to which no import leads from a source. The rooms of `src/` say which may notice a change, and a run with V8's coverage says
 * which of them run the changed code at all.
 */

/** Folders of `test/system/` and `test/hostile/` with tests of a room of `src/`, in the order in which they are run. */
const SYSTEM_TESTS: Readonly<Record<string, readonly string[]>> = {
  'astro': ['system/astro', 'system/browser', 'system/commands'],
  'build': ['system/build', 'hostile/inputs', 'system/crash', 'system/commands', 'system/hosts'],
  'commands': ['system/commands', 'system/build', 'system/crash'],
  'contract': ['system/hosts', 'hostile/server', 'system/build', 'system/browser'],
  'discover': ['system/discover', 'hostile/inputs', 'system/commands', 'system/build'],
  'fast-path': ['system/build'],
  'hosts': ['system/hosts', 'hostile/server', 'system/commands'],
  'kernel': ['system/build'],
  'parse': ['hostile/inputs', 'system/build', 'system/commands'],
  'problems': ['system/commands'],
  'profile': ['system/build', 'system/commands'],
  'publish': ['system/build', 'hostile/inputs', 'system/hosts'],
  'serve': ['system/hosts', 'hostile/server'],
  'settings': ['system/commands'],
  'site': ['system/browser'],
  'suggestions': ['system/hosts', 'hostile/server', 'system/browser', 'system/commands'],
};

/** Rooms whose code Vite puts into the built server and pages, without source maps. */
const BUNDLED = new Set([
  'astro',
  'contract',
  'hosts',
  'model',
  'problems',
  'serve',
  'settings',
  'site',
  'suggestions',
]);

/** The tests of processes that may notice a change of a source, by its room. */
export function systemTestsOf(project: string, file: string): string[] {
  const tests = (SYSTEM_TESTS[roomOf(file)] ?? []).flatMap((folder) =>
    globSync(`test/${folder}/**/*.test.ts`, { cwd: project }).sort(),
  );
  return tests.map((path) => path.replaceAll('\\', '/'));
}

function roomOf(file: string): string {
  return (file.split('/')[1] as string).replace('.ts', '');
}

/** The variable of the environment that makes the tests record which code their processes run, in a folder for each test file. */
export const COVERAGE_VARIABLE = 'CHILD_COVERAGE';

/** Stands for a test file: what is recorded while the site is built that many tests look at. */
export const BUILT_SITE = 'built-site';

/**
 * Finds the test files whose processes run the code of a mutant, by what a run of the tests recorded in `folder`. The mutants of bundled
 * sources are not looked for.
 */
export function coveringTests(folder: string, mutants: readonly Mutant[]): Map<Mutant, Set<string>> {
  const found = mutants.filter(({ file }) => !BUNDLED.has(roomOf(file)));
  const covering = new Map<Mutant, Set<string>>(found.map((mutant) => [mutant, new Set()]));
  const runMutants = new RunMutants(found);
  for (const name of readdirSync(folder)) {
    const test = name.replaceAll('+', '/');
    for (const file of readdirSync(join(folder, name))) {
      const report = readReport(join(folder, name, file));
      for (const mutant of report ? runMutants.in(report) : []) covering.get(mutant)?.add(test);
    }
  }
  return covering;
}

/** Null if a process was killed while it wrote. */
function readReport(file: string): CoverageReport | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** The folder below that of the environment in which the processes of a test file record. */
export function folderOfTest(test: string): string {
  return test.replaceAll(/[\\/]/g, '+');
}

/** Makes an empty folder for what the tests record, and the environment in which they do. */
export function recordingEnvironment(folder: string): Record<string, string> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Coverage of functions from the compile cache is less exact.
  return { [COVERAGE_VARIABLE]: folder, NODE_DISABLE_COMPILE_CACHE: '1' };
}
