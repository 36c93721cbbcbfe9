import { readFileSync, writeFileSync } from 'node:fs';
import { bundleModule } from '../package/bundle-module.ts';
import { declareModule } from '../package/declare.ts';

/** Begins a comment that minifiers keep, as the licences require. */
const OURS = 'SPDX-License-Identifier: MIT';
const HYPARQUET = readFileSync('node_modules/hyparquet/LICENSE', 'utf8').trim();

/** The modules, as `NAME.js`, with their sources and the comment at their start. */
const MODULES = [
  { name: 'almanac', source: 'src/client/client.ts', licence: `Almanac. ${OURS}` },
  {
    name: 'almanac-query',
    source: 'src/query/query.ts',
    licence: `Almanac. ${OURS}\n\nContains hyparquet:\n\n${HYPARQUET}`,
  },
];

/** Writes the client and the queries, each as a single module for browsers and Node, and their types to `public/` or the given folder. */
const [folder = 'public'] = process.argv.slice(2);
for (const { name, source, licence } of MODULES) {
  const module = await bundleModule(source, { minify: true });
  writeFileSync(`${folder}/${name}.js`, `/* ${licence} */\n${module.trimEnd()}\n`);
  writeFileSync(`${folder}/${name}.d.ts`, declareModule(source));
}
