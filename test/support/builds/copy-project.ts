import { cpSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What commands need from the project, apart from its packages. */
const PARTS = ['package.json', 'package-lock.json', '.npmrc', 'scripts', 'src', 'public'];

/** Copies the project into a folder, without what is compiled and without raw data; `packages` lends it those of this project. */
export function copyProject(folder: string, { packages }: { packages: boolean }): void {
  for (const name of PARTS) {
    cpSync(name, join(folder, name), { recursive: true, preserveTimestamps: true });
  }
  if (packages) symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
}
