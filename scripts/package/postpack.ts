/** Removes from the checkout what `prepack.ts` has made for the package alone. */

import { rmSync } from 'node:fs';
import { CONTENT, SHRINKWRAP } from './package-files.ts';

for (const path of [CONTENT, SHRINKWRAP]) rmSync(path, { force: true });
