import { checkData } from '../src/commands/check-data.ts';
import { print, settingsOrExit, writeOut } from './command-line.ts';
import { checkToJson, formatCheck } from './format-check.ts';

const settings = settingsOrExit(
  'check-data',
  '{almanac check --} [settings] [FILE…]',
  'Shows what is in the named CSV and TSV files, or in all raw data, and what is wrong with them, without building.',
);
const report = checkData(settings.rawData, settings.files, settings.maxColumns);
if (settings.json) await writeOut(`${JSON.stringify(checkToJson(report), null, 2)}\n`);
else await print(formatCheck(report));
process.exit(report.ok ? 0 : 1);
