import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the project. */
export const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** Folder for unfinished outputs. It is in the project, since Astro cannot build anywhere else. */
export const WORK_FOLDER = join(PROJECT, '.almanac');
