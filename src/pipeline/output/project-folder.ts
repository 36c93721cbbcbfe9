import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existsSync } from '../files/builtin-fs.ts';

/** Folder of the project; of an installed package, its copy in the user's cache folder, from which commands run. */
export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** Whether this is an installed package, and not a checkout: it comes compiled, without its compiler. */
export const IS_PACKAGE = !existsSync(join(PROJECT, 'scripts/compile/compile.js'));

/** Folder for unfinished outputs. It is in the project, since Astro cannot build anywhere else. */
export const WORK_FOLDER = join(PROJECT, '.almanac');
