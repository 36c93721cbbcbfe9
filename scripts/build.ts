import { buildSite } from '../src/commands/build-site.ts';
import { buildAndReport } from './build-and-report.ts';
import { settingsFromArguments } from './command-line.ts';

const { settings, problems } = settingsFromArguments(
  'build',
  '{almanac build --} [settings]',
  'Builds the API and the catalogue from a folder of CSV files.',
);
const report = await buildAndReport(settings, problems, buildSite, { isLast: true });
// Astro may leave handles open.
process.exit(report.ok ? 0 : 1);
