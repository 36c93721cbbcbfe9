import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DISCARDED, workFolderBeside } from '../../../src/pipeline/output/output-names.ts';
import { csvFile, generateRawData } from '../data/generate.ts';
import { type Measurement, measure, measureBuild } from '../measure.ts';
import { type BenchRun, formatRows, measureSection, PEAK, PROCESSOR, SECONDS, type Section } from '../report.ts';
import { siteCommand } from './builders.ts';
import { changeCell } from './measure-rebuilds.ts';

const ROWS = 100;
const CHANGED = 50;
const SITE = ['--site', 'https://data.example.org'];

/** Changes to the raw data or beside the output, by name. */
const EDITS: Readonly<Record<string, (rawData: string, out: string) => void>> = {
  'one cell': (rawData) => changeCell(join(rawData, csvFile(CHANGED))),
  'the description of one dataset': (rawData) =>
    describe(join(rawData, csvFile(CHANGED).replace('.csv', '.meta.json')), 'description'),
  'the title of the catalogue': (rawData) => describe(join(rawData, 'catalogue.json'), 'title'),
  'the description of the catalogue': (rawData) => describe(join(rawData, 'catalogue.json'), 'description'),
  'one cell, after a build that was killed at its end': (rawData, out) => {
    changeCell(join(rawData, csvFile(CHANGED)));
    cpSync(out, join(workFolderBeside(out), 'output'), { recursive: true });
  },
};

let edition = 0;

/** Gives a member of a description a value that it has not had before. */
function describe(path: string, member: string): void {
  edition += 1;
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), [member]: `Edition ${edition}.` }));
}

/**
 * Measures the first build of a site, and rebuilds of it, with this number of small datasets, at least 51, after one change each. With the address of the site, its
 * pages have pictures of their charts. Every build replaces the output of one that has also replaced an output.
 */
export async function measureSiteRebuilds(run: BenchRun, datasets: number): Promise<Section> {
  const variants = [
    { what: '', folder: join(run.work, 'plain'), flags: [] },
    { what: ', with pictures', folder: join(run.work, 'pictures'), flags: SITE },
  ];
  const contenders: { name: string; run: () => Promise<Measurement> }[] = [];
  for (const { what, folder, flags } of variants) {
    const [rawData, out] = [join(folder, 'raw-data'), join(folder, 'out')];
    generateRawData(rawData, { datasets, rows: ROWS });
    const command = siteCommand(rawData, out, ...flags);
    for (let built = 0; built < 2; built += 1) {
      changeCell(join(rawData, csvFile(CHANGED)));
      await measure(command);
    }
    const first = join(folder, 'first');
    const firstCommand = siteCommand(rawData, first, ...flags);
    contenders.push({ name: `everything: a first build${what}`, run: () => measureBuild(first, firstCommand) });
    for (const [name, edit] of Object.entries(EDITS)) {
      const rebuild = async (): Promise<Measurement> => {
        edit(rawData, out);
        await untilRemoved(out);
        return measure(command);
      };
      contenders.push({ name: `${name}${what}`, run: rebuild });
    }
  }
  return measureSection(run, contenders, () => ({
    title: `Rebuilding a site: ${datasets.toLocaleString('en')} datasets of ${formatRows(ROWS)}`,
    columns: [SECONDS, PROCESSOR, PEAK],
    notes: [
      'Large old outputs are removed by a process that the build does not wait for; its time is not part of these figures.',
    ],
  }));
}

/** Resolves once no process is removing an old output beside `out`. */
async function untilRemoved(out: string): Promise<void> {
  while (readdirSync(join(out, '..')).some((name) => name.endsWith(DISCARDED))) await pause(100);
}
