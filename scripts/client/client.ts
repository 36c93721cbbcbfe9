import { writeFileSync } from 'node:fs';
import { bundleModule } from '../package/bundle-module.ts';
import { declareModule } from '../package/declare.ts';

const SOURCE = 'src/client/client.ts';
const LICENCE = '/* The client of Almanac, under the MIT licence: https://opensource.org/license/mit */\n';

/** Writes the client, as a single module for browsers and Node, and its types to `public/` or the given folder. */
const [folder = 'public'] = process.argv.slice(2);
const module = await bundleModule(SOURCE, { minify: true });
writeFileSync(`${folder}/almanac.js`, `${LICENCE}${module.trimEnd()}\n`);
writeFileSync(`${folder}/almanac.d.ts`, declareModule(SOURCE));
