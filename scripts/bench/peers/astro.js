/** Builds the JSON pages of all datasets with Astro, from a static endpoint that generates each file. */

import { fileURLToPath } from 'node:url';
import { build } from 'astro';

const [rawData = '', out = ''] = process.argv.slice(2);
process.env.BENCH_RAW_DATA = rawData;
await build({
  root: fileURLToPath(new URL('astro', import.meta.url)),
  outDir: out,
  configFile: false,
  logLevel: 'error',
});
// Astro may leave handles open, which would keep the process running.
process.exit(0);
