import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fs } from '../files/builtin-fs.ts';

/** Root folder of the checkout or of the installed package. It may be read-only. */
export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** Whether this is an installed package, as opposed to a checkout. A package is compiled and lacks the script that compiles it. */
export const IS_PACKAGE = !fs.existsSync(join(PROJECT, 'scripts/compile/compile.js'));
