import { type Polluted, type Table, write, writeQuoted } from './table.ts';

/** Bytes of the first chunk that is read of a file. */
const FIRST_CHUNK = 1 << 14;
/** Records of a file. A page shows no more than a hundred. */
const RECORDS = 90;

/**
 * Quoted files that are longer than the first chunk, whose end falls on each place of a record: on quotes, doubled ones too, on a line break inside
 * quotes, between CR and LF, and inside a letter of several bytes. Files that are longer than several chunks.
 */
export function* longFiles(): Generator<Polluted> {
  const filler = 'l'.repeat(180);
  for (const delimiter of [',', ';', '\t', '|']) {
    for (const newline of ['\n', '\r\n']) {
      const record = ['7', 'a "b"; c', `x, y${newline}ä|z`, filler];
      const length = Buffer.byteLength(write([record], { delimiter, newline }));
      for (let shift = 0; shift < length - filler.length; shift += delimiter === ',' ? 5 : 1) {
        const table = tableOf(record, 's'.repeat((FIRST_CHUNK - shift) % length));
        yield { kind: 'longer than a chunk', file: write(table, { delimiter, newline }), table, codes: [] };
      }
    }
    for (const chunks of [2, 15.9, 16, 17, 64, 65]) {
      const table = tableOf(['7', 'one, two', 'l'.repeat((chunks * FIRST_CHUNK) / RECORDS), 'x\ty;z|u'], '');
      const file = writeQuoted(table, '"', '"', delimiter);
      yield { kind: `longer than ${chunks} chunks, all quoted`, file, table, codes: [] };
    }
  }
}

/** A table with many records like one; the last cell of the first is longer. */
function tableOf(record: readonly string[], more: string): Table {
  const first = [...record.slice(0, -1), `${record.at(-1)}${more}`];
  return [['n', 'name', 'note', 'text'], first, ...Array.from({ length: RECORDS - 1 }, () => record)];
}
