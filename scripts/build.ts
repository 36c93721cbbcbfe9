import { buildSite } from '../src/commands/build-site.ts';
import { MISUSED, settingsFromArguments } from './command-line.ts';
import { buildAndReport } from './terminal/build-and-report.ts';

const { settings, problems } = settingsFromArguments(
  'build',
  '{almanac build --} [settings]',
  'Builds the API and the catalogue from a folder of CSV files.',
);
const report = await buildAndReport(settings, problems, buildSite, { isLast: true });
if (problems.length > 0) process.exit(MISUSED);
// Astro may leave handles open, which would keep the process running.
process.exit(report.ok ? 0 : 1);
