import { mergeShards } from '../src/commands/merge-shards.ts';
import { MISUSED, settingsFromArguments } from './command-line.ts';
import { buildAndReport } from './terminal/build-and-report.ts';

const { settings, problems } = settingsFromArguments(
  'merge',
  '{almanac merge --} [settings] DIR…',
  'Joins the folders written by {almanac build --} --shard 1/N to N/N into one output.',
);
const report = await buildAndReport(settings, problems, mergeShards, { isLast: true });
if (problems.length > 0) process.exit(MISUSED);
// Astro may leave handles open, which would keep the process running.
process.exit(report.ok ? 0 : 1);
