import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { applyMutant, type Mutant } from './mutant.ts';

/** A copy of the project, in which mutants are applied: the project itself is only read. */
export class WorkCopy {
  readonly folder: string;
  /** Where its tests put temporary files: what tests that were killed leave is removed with it. */
  readonly temporary: string;

  /** Copies what Git knows or would add, and links the installed packages. `folder` must not exist. */
  constructor(project: string, folder: string) {
    this.folder = join(folder, 'project');
    this.temporary = join(folder, 'tmp');
    mkdirSync(this.folder, { recursive: true });
    mkdirSync(this.temporary);
    const git = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    for (const path of execFileSync('git', git, { cwd: project, encoding: 'utf8' }).split('\0').filter(Boolean)) {
      copyFile(join(project, path), join(this.folder, path));
    }
    this.#linkPackages(project);
  }

  /** Does something while the copy has a mutant. */
  async with<T>(mutant: Mutant, action: () => Promise<T>): Promise<T> {
    const path = join(this.folder, mutant.file);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, applyMutant(text, mutant));
    try {
      return await action();
    } finally {
      writeFileSync(path, text);
      rmSync(this.temporary, { recursive: true, force: true });
      mkdirSync(this.temporary);
    }
  }

  /** Hard links take a second; copies, which other file systems need, half a minute. Caches stay apart. */
  #linkPackages(project: string): void {
    const from = join(project, 'node_modules');
    const to = join(this.folder, 'node_modules');
    try {
      execFileSync('cp', ['-al', from, to], { stdio: 'pipe' });
    } catch {
      rmSync(to, { recursive: true, force: true });
      cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    }
    for (const name of ['.cache', '.vite', '.vitest']) rmSync(join(to, name), { recursive: true, force: true });
  }
}

/** Copies a file, or a link, whether or not it leads anywhere. Does nothing if it is gone: Git may still list it. */
function copyFile(from: string, to: string): void {
  const stats = lstatSync(from, { throwIfNoEntry: false });
  if (!stats) return;
  mkdirSync(dirname(to), { recursive: true });
  if (stats.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else copyFileSync(from, to);
}
