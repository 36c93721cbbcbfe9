/**
 * Makes what only the package has, before `npm pack`: the compiled commands, the modules that it exports, and a digest of its files. All of it is in
 * `lib/`.
 */

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { bundleModule } from './bundle-module.ts';
import { declareModule } from './declare.ts';

/** Identifies what is packed; see `scripts/checkout/installed-package.js`. */
const CONTENT = 'lib/.package';
/** What `run.js` compares before it compiles: times of a checkout. */
const STATE = '.compiled';
const HANDLER = 'scripts/package/handler.ts';
/** The packages that the compiler bundles; see `scripts/compile/bundle.js`. Their licences must go with their code. */
const BUNDLED = ['d3-array', 'js-levenshtein', 'simple-statistics'];
const INTEGRATION = 'src/astro/astro-integration.ts';

const { status } = spawnSync(process.execPath, ['scripts/run.js', 'prepare'], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (status !== 0) process.exit(1);

writeFileSync('lib/handler.js', await bundleModule(HANDLER));
writeFileSync('lib/handler.d.ts', declareModule(HANDLER));
writeFileSync('lib/astro.d.ts', declareModule(INTEGRATION));
writeFileSync('lib/licences.txt', BUNDLED.map(licenceOf).join('\n'));
writeFileSync(CONTENT, digestOfPackage());

/** Name and version of a package, and the text of its licence. */
function licenceOf(name: string): string {
  const folder = `node_modules/${name}`;
  const { version } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as { version: string };
  const [file = ''] = globSync(`${folder}/LICENSE*`);
  return `${name} ${version}\n\n${readFileSync(file, 'utf8')}`;
}

/** SHA-256 of the paths and bytes of all files that `package.json` names for the package, in hexadecimal digits. */
function digestOfPackage(): string {
  const { files } = JSON.parse(readFileSync('package.json', 'utf8')) as { files: string[] };
  const named = [
    'package.json',
    ...files.filter((it) => !it.startsWith('!')).flatMap((it) => globSync([it, `${it}/**`])),
  ];
  const hash = createHash('sha256');
  for (const path of [...new Set(named)].sort()) {
    if (path.includes('node_modules') || path.endsWith(STATE) || path === CONTENT || statSync(path).isDirectory())
      continue;
    const bytes = readFileSync(path);
    hash.update(`${path} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}
