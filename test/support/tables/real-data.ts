import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ExpectedColumn, expectedColumn } from './typing-oracle.ts';

/** Folder of the project's own data sets. */
export const RAW_DATA = 'raw-data';

/** A data set of the project: its name and where its files are. */
export interface RealDataset {
  config: string;
  category: string;
  csv: string;
  sidecar: string;
}

/** A sidecar as its JSON has it. */
export interface Sidecar {
  name: string;
  description: string;
  source: string;
  url: string;
  license: string;
  category?: string;
  columns: Record<string, { description: string; unit: string; date?: string }>;
  csv?: { thousands?: string };
}

/** Every data set of the project, in the order of their names. */
export function realDatasets(): RealDataset[] {
  return readdirSync(RAW_DATA, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.csv'))
    .map((file) => {
      const [category = '', name = ''] = file.split('/');
      const stem = join(RAW_DATA, file.slice(0, -'.csv'.length));
      return { config: name.slice(0, -'.csv'.length), category, csv: `${stem}.csv`, sidecar: `${stem}.meta.json` };
    })
    .sort((a, b) => (a.config < b.config ? -1 : 1));
}

export function sidecarOf({ sidecar }: RealDataset): Sidecar {
  return JSON.parse(readFileSync(sidecar, 'utf8')) as Sidecar;
}

/** What a text of a column is published as: a date in ISO 8601 if the sidecar says how dates are written. */
export function expectedText(text: string, { date }: { date?: string } = {}): string {
  if (date === undefined) return text;
  if (date !== 'mm/dd/yyyy') throw new Error('a date format that this test does not know');
  return text.replace(
    /^(\d\d?)\/(\d\d?)\/(\d{4})$/,
    (_, month: string, day: string, year: string) => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );
}

/** What a column must be published as; thousands separated by commas are numbers if the sidecar says so. */
export function expectedRealColumn(name: string, texts: readonly string[], sidecar: Sidecar): ExpectedColumn {
  const cells = texts.map((text) => expectedText(text, sidecar.columns[name]));
  if (sidecar.csv?.thousands === undefined) return expectedColumn(cells);
  if (sidecar.csv.thousands !== ',') throw new Error('a separator that this test does not know');
  const joined = expectedColumn(
    cells.map((cell) => (/^-?\d{1,3}(?:,\d{3})+$/.test(cell) ? cell.replaceAll(',', '') : cell)),
  );
  return joined.type === 'object' ? expectedColumn(cells) : joined;
}
