import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT } from '../src/pipeline/output/project-folder.ts';
import { serverSettingsOrExit } from './command-line.ts';

const settings = await serverSettingsOrExit(
  'preview',
  '{almanac preview --} [settings]',
  'Serves the static site of a build like a plain file host: no queries, no folder listings, and no implied file extensions under /v1.',
);
const { host, port, out } = settings;
const require = createRequire(import.meta.url);
const manifest = require.resolve('serve/package.json');
const { bin } = require(manifest) as { bin: { serve: string } };
process.once('SIGTERM', () => process.exit(0));
process.env.NO_UPDATE_CHECK = '1';
const listen = ['--listen', `tcp://${host}:${port}`, '--no-clipboard'];
// The `serve` package reads `process.argv` when it is loaded.
process.argv.splice(
  2,
  process.argv.length,
  join(out, 'client'),
  '--config',
  join(PROJECT, 'scripts/preview/serve.json'),
  ...listen,
);
await import(pathToFileURL(join(dirname(manifest), bin.serve)).href);
