import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import Papa from 'papaparse';

export type Row = Readonly<Record<string, string | number | null>>;

/** A dataset, read into memory. */
export interface ReadDataset {
  config: string;
  category: string;
  source: string;
  description: string;
  url: string;
  rows: Row[];
}

/** Reads raw data the usual way: Papa Parse with a header row, and a number for each cell that looks like one. */
export function readDatasets(rawData: string): ReadDataset[] {
  return globSync('*/*.csv', { cwd: rawData }).map((file) => {
    const path = join(rawData, file);
    const { source, description, url } = JSON.parse(readFileSync(path.replace(/\.csv$/, '.meta.json'), 'utf8'));
    const { data } = Papa.parse<Row>(readFileSync(path, 'utf8'), {
      header: true,
      dynamicTyping: true,
      skipEmptyLines: true,
    });
    return { config: basename(file, '.csv'), category: dirname(file), source, description, url, rows: data };
  });
}
