import { readFileSync } from 'node:fs';
import type { Column } from './bodies.ts';

/** Reads the records of a CSV file (RFC 4180) without the code under test. The first record is the header. */
export function readCsv(path: string): string[][] {
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  const records: string[][] = [];
  let record: string[] = [];
  const CELL = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|$)/y;
  while (CELL.lastIndex < text.length) {
    const found = CELL.exec(text);
    if (!found) throw new Error(`${path} cannot be read after record ${records.length}`);
    const [, quoted, plain = '', end] = found;
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    records.push(record);
    record = [];
  }
  return records;
}

const NULLS = new Set('NA N/A n/a #N/A #NA <NA> NULL null NaN nan -NaN -nan None - .. :'.split(' '));

/** The JSON token that a cell must become, by the rules for types and digits. */
export function expectedToken(cell: string, type: Column['type'] | undefined): string {
  const bare = cell.replace(/^[ \t]+|[ \t]+$/g, '');
  if (bare === '') return 'null';
  if (type === 'object') return JSON.stringify(cell);
  if (NULLS.has(bare)) return 'null';
  return bare
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?![0-9])/, '.0');
}
