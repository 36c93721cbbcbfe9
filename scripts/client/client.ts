import { readFileSync, writeFileSync } from 'node:fs';
import { bundleModule } from '../package/bundle-module.ts';
import { declareModule } from '../package/declare.ts';

/** Licence of the modules; that of a package in one accompanies its code. */
const OURS = 'Almanac, under the MIT licence';
const HYPARQUET = readFileSync('node_modules/hyparquet/LICENSE', 'utf8').trim();

/** The modules, as `NAME.js`, with their sources and the comment at their start. */
const MODULES = [
  { name: 'almanac', source: 'src/client/client.ts', licence: OURS },
  {
    name: 'almanac-query',
    source: 'src/query/query.ts',
    licence: `${OURS}\n\nContains hyparquet:\n\n${HYPARQUET}`,
  },
];

/** Writes the client and the queries, each as a single module for browsers and Node, and their types to `public/` or the given folder. */
const [folder = 'public'] = process.argv.slice(2);
for (const { name, source, licence } of MODULES) {
  const module = await bundleModule(source, { minify: true });
  writeFileSync(`${folder}/${name}.js`, `/* ${licence} */\n${module.trimEnd()}\n`);
  writeFileSync(`${folder}/${name}.d.ts`, declareModule(source));
}
