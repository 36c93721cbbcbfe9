import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Tests that are run together. They stop at the first that fails. */
export interface Stage {
  name: 'nearest' | 'related' | 'slow' | 'system';
  tests: readonly string[];
}

/** How long each test file takes alone, in milliseconds, by its path in the project. */
export type Durations = ReadonlyMap<string, number>;

/** A test file of the quick tiers that takes longer than this, in milliseconds, is run after the others. */
const SLOW_MS = 4000;

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
};

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

  /** The tests that may notice a change of a source, in the order in which they are run: those that fail first come first. */
  stagesOf(file: string, durations: Durations): Stage[] {
    const related = this.#quick.filter((test) => this.#reaches(test, file));
    const isSlow = (test: string): boolean => (durations.get(test) ?? 0) > SLOW_MS;
    const folder = dirname(file).replace('src/', '');
    const room = folder.split('/')[0] as string;
    const isNear = (test: string): boolean => test.split('/').slice(2).includes(room) && !isSlow(test);
    const stages: Stage[] = [
      { name: 'nearest', tests: related.filter(isNear) },
      { name: 'related', tests: related.filter((test) => !isNear(test) && !isSlow(test)) },
      { name: 'slow', tests: related.filter(isSlow) },
      { name: 'system', tests: this.systemTestsOf(file) },
    ];
    return stages.filter(({ tests }) => tests.length > 0);
  }

  /** Tests of processes, which no import leads to a source. */
  systemTestsOf(file: string): string[] {
    const room = (file.split('/')[1] as string).replace('.ts', '');
    return (SYSTEM_TESTS[room] ?? []).flatMap((folder) =>
      globSync(`test/${folder}/**/*.test.ts`, { cwd: this.#project }).sort(),
    );
  }

  #reaches(from: string, to: string): boolean {
    const seen = new Set([from]);
    for (const path of seen) {
      if (path === to) return true;
      for (const next of this.#importsOf(path)) seen.add(next);
    }
    return false;
  }

  #importsOf(path: string): readonly string[] {
    const known = this.#imports.get(path);
    if (known) return known;
    const found: string[] = [];
    if (/\.(?:ts|js|astro)$/.test(path)) {
      const text = readFileSync(join(this.#project, path), 'utf8');
      for (const [, name = ''] of text.matchAll(/(?:\bfrom|\bimport\(?|\bnew URL\()\s*'(\.[^']+)'/g)) {
        const target = join(dirname(path), name).replaceAll('\\', '/');
        if (existsSync(join(this.#project, target))) found.push(target);
      }
    }
    this.#imports.set(path, found);
    return found;
  }
}
