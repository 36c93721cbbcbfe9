/** Runs before `npm pack`. Writes to `lib/` the compiled commands, the modules and their types, and the licences of bundled packages. */

import { spawnSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { bundleModule } from './bundle-module.ts';
import { declareModule } from './declare.ts';

const HANDLER = 'scripts/package/handler.ts';
/** Packages that the compiler bundles; see `scripts/compile/bundle.js`. Their licences must accompany their code. */
const BUNDLED = ['d3-array', 'js-levenshtein', 'simple-statistics'];
const INTEGRATION = 'src/astro/almanac.ts';

const { status } = spawnSync(process.execPath, ['scripts/run.js', 'prepare'], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (status !== 0) process.exit(1);

writeFileSync('lib/handler.js', await bundleModule(HANDLER));
writeFileSync('lib/handler.d.ts', declareModule(HANDLER));
writeFileSync('lib/astro.d.ts', declareModule(INTEGRATION));
writeFileSync('lib/licences.txt', BUNDLED.map(licenceOf).join('\n'));

function licenceOf(name: string): string {
  const folder = `node_modules/${name}`;
  const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string };
  const [file = ''] = globSync(`${folder}/LICENSE*`);
  return `${name} ${version}\n\n${readFileSync(file, 'utf8')}`;
}
