import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSite } from '../src/commands/build-site.ts';
import { serverSettingsOrExit } from './command-line.ts';
import { buildAndReport } from './terminal/build-and-report.ts';

// A build may take minutes, so an address that is not available is reported before it starts.
const settings = await serverSettingsOrExit(
  'start',
  '{almanac start --} [settings]',
  'Builds the API and the catalogue from a folder of CSV files, and serves them.',
);
const report = await buildAndReport(settings, [], buildSite);
if (!report.published) process.exit(1);
// The built server reads its settings from the environment.
Object.assign(process.env, { HOST: settings.host, PORT: String(settings.port) });
await import(pathToFileURL(resolve(settings.out, 'server/entry.mjs')).href);
