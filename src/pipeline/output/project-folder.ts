import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync } from '../files/builtin-fs.ts';

/** Folder of the project, or of the installed package: nothing is written there. */
export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** Whether this is an installed package, and not a checkout: it comes compiled, without its compiler. */
export const IS_PACKAGE = !existsSync(join(PROJECT, 'scripts/compile/compile.js'));
