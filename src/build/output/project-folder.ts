import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the project. */
export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** Folder for what is made on the way, inside the project, since Astro builds nowhere else. */
export const WORK_FOLDER = join(PROJECT, '.almanac');
