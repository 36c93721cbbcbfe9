import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSite } from '../src/commands/build-site.ts';
import { buildAndReport } from './build-and-report.ts';
import { settingsFromArguments } from './command-line.ts';

const { settings, problems } = settingsFromArguments(
  'start',
  '{almanac start --} [settings]',
  'Builds the API and the catalogue from a folder of CSV files, and serves them.',
);
const report = await buildAndReport(settings, problems, buildSite);
if (!report.published) process.exit(1);
await import(pathToFileURL(resolve(settings.out, 'server/entry.mjs')).href);
