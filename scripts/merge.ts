import { mergeShards } from '../src/commands/merge-shards.ts';
import { buildAndReport } from './build-and-report.ts';
import { settingsFromArguments } from './command-line.ts';

const { settings, problems } = settingsFromArguments(
  'merge',
  'npm run merge -- [settings] DIR…',
  'Joins what npm run build -- --shard 1/N to N/N made into the output of one build.',
);
const report = await buildAndReport(settings, problems, mergeShards);
// Astro may leave handles open.
process.exit(report.ok ? 0 : 1);
