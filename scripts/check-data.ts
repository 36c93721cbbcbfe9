import { checkData } from '../src/commands/check-data.ts';
import { invalidSetting } from '../src/settings/parse-value.ts';
import { settingsThatAffect } from '../src/settings/settings.ts';
import { print, printAnnotations, printJson, printLine, refuse, settingsOrExit } from './command-line.ts';
import { withProgressLine } from './terminal/build-and-report.ts';
import { checkToJson, formatCheck } from './terminal/format-check.ts';

const settings = settingsOrExit(
  'check-data',
  '{almanac check --} [settings] [FILE…]',
  'Checks the given CSV and TSV files, or all raw data, without building: shows their columns and problems.',
);
if (settings.watch && settings.json) {
  refuse([invalidSetting('--watch and --json cannot be used together', 'Leave out one of them.')]);
}
if (settings.watch) {
  const { watchCheck } = await import('./terminal/watch-check.ts');
  watchCheck(settings);
} else {
  const { rawData, files, json, quiet } = settings;
  const report = await withProgressLine(settings, printLine, async (progress) =>
    checkData(rawData, files, settingsThatAffect(settings, 'reading'), progress),
  );
  const problems = [...report.problems, ...report.files.flatMap((file) => file.problems)];
  if (json) await printJson(checkToJson(report));
  else if (!quiet || problems.length > 0) await print(formatCheck(report, quiet));
  await printAnnotations(problems, settings);
  process.exit(report.ok ? 0 : 1);
}
