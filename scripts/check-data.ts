import { checkData } from '../src/commands/check-data.ts';
import { invalidSetting } from '../src/settings/parse-value.ts';
import { print, printAnnotations, printJson, printProblems, settingsOrExit } from './command-line.ts';
import { checkToJson, formatCheck } from './format-check.ts';

const settings = settingsOrExit(
  'check-data',
  '{almanac check --} [settings] [FILE…]',
  'Shows what is in the named CSV and TSV files, or in all raw data, and what is wrong with them, without building.',
);
if (settings.watch && settings.json) {
  printProblems([invalidSetting('--watch prints for people, and --json for programs', 'Leave out one of them.')]);
  process.exit(1);
}
if (settings.watch) {
  const { watchCheck } = await import('./terminal/watch-check.ts');
  watchCheck(settings);
} else {
  const report = checkData(settings.rawData, settings.files, settings.maxColumns);
  if (settings.json) await printJson(checkToJson(report));
  else await print(formatCheck(report));
  await printAnnotations([...report.problems, ...report.files.flatMap((file) => file.problems)], settings);
  process.exit(report.ok ? 0 : 1);
}
