import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync } from '../files/builtin-fs.ts';

/** Folder of the project or of the installed package. Nothing may be written to it. */
export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** Whether this is an installed package, as opposed to a checkout. A package is compiled and lacks the script that compiles it. */
export const IS_PACKAGE = !existsSync(join(PROJECT, 'scripts/compile/compile.js'));
