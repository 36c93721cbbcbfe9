import { describe, expect, test } from 'vitest';
import { undescribedColumn } from '../../../src/discover/sidecar/undescribed-column.ts';
import { writePart } from '../../../src/fast-path/write-part.ts';
import type { ColumnDescription } from '../../../src/model.ts';
import type { RecordWriter } from '../../../src/publish/records/record-writer.ts';
import { memorySource } from '../../support/memory-source.ts';
import { PLAIN_FORMAT } from '../../support/tables/plain-format.ts';

const DIALECT = { delimiter: 0x2c, quote: 0x22, newline: '\n', width: 2 } as const;

interface Part {
  start?: number;
  end?: number;
  isLast?: boolean;
  newline?: '\n' | '\r\n';
  /** Most records that the writer takes at once. */
  capacity?: number;
  isNumeric?: boolean;
  isPlain?: boolean;
  description?: Partial<ColumnDescription>;
}

/** The JSON of the records of a part, and how many records and bytes were counted. The first column is as the part says. */
function written(
  content: string | Uint8Array,
  { start = 0, end = Buffer.byteLength(content), isLast = true, newline = '\n', capacity = 1000, ...first }: Part = {},
) {
  const { isNumeric = false, isPlain = false, description = {} } = first;
  const records: string[] = [];
  const taken: number[] = [];
  const writer: RecordWriter = {
    capacity,
    add({ bytes, start: from, end: to, count }) {
      taken.push(count);
      records.push(...bytes.toString('utf8', from, to).split(',\n'));
    },
    end: () => [],
  };
  const work = { bytes: 0, rows: 0 };
  const plain = undescribedColumn(PLAIN_FORMAT);
  writePart(
    memorySource(content),
    'a.csv',
    { dialect: { ...DIALECT, newline }, start, end, isLast },
    [
      { name: 'a "1"', isNumeric, isPlain, description: { ...plain, ...description } },
      { name: 'b', isNumeric: false, isPlain: false, description: plain },
    ],
    [writer],
    {
      add(bytes, rows) {
        work.bytes += bytes;
        work.rows += rows;
      },
    },
  );
  return { records, taken, work };
}

describe('the records of a part are written', () => {
  test('from its start to its end', () => {
    const text = 'a,b\n1,x\n2,"y ""z"""\n3,\n4,w\n';
    expect(written(text, { start: 4, end: 23, isLast: false })).toEqual({
      records: [
        String.raw`{"a \"1\"":"1","b":"x"}`,
        String.raw`{"a \"1\"":"2","b":"y \"z\""}`,
        String.raw`{"a \"1\"":"3","b":null}`,
      ],
      taken: [3],
      work: { bytes: 19, rows: 3 },
    });
  });

  test.each<[string, Part, string]>([
    ['numbers as they stand', { isNumeric: true, isPlain: true }, '7'],
    ['texts', {}, '"7"'],
    ['numbers that JSON writes in another way', { isNumeric: true }, '7'],
    ['declared spellings of null', { description: { missing: ['7'] } }, 'null'],
    ['spellings that are not declared', { description: { missing: [] } }, '"7"'],
  ])('%s', (_, part, json) => {
    expect(written('7,x\n', part).records).toEqual([`{"a \\"1\\"":${json},"b":"x"}`]);
  });

  test('with their nulls, and numbers as JSON writes them', () => {
    const { records } = written('+7,x\nNA,y\n,z\n.5,w\n', { isNumeric: true });
    expect(records.map((it) => JSON.parse(it)['a "1"'])).toEqual([7, null, null, 0.5]);
  });

  test('at most as many at once as the writers take', () => {
    const { records, taken, work } = written('1,x\n'.repeat(10), { capacity: 4 });
    expect(records).toHaveLength(10);
    expect(taken).toEqual([4, 4, 2]);
    expect(work).toEqual({ bytes: 40, rows: 10 });
  });

  test('even if the last line does not end', () => {
    expect(written('1,x\r\n2,y', { newline: '\r\n' }).records).toHaveLength(2);
    expect(written('1,x\n2,y').records).toHaveLength(2);
  });

  test('in blocks of any number', () => {
    const text = Array.from({ length: 10_000 }, (_, row) => `${row},x\n`).join('');
    const { records, work } = written(text, { isNumeric: true, isPlain: true, capacity: 3000 });
    expect(records.map((it) => JSON.parse(it)['a "1"'])).toEqual([...Array(10_000).keys()]);
    expect(work).toEqual({ bytes: text.length, rows: 10_000 });
  });
});

describe('a file that changes between the passes is not published:', () => {
  test.each<[string, string | Uint8Array, Part]>([
    ['it has become shorter', '1,x\n', { end: 8 }],
    ['it is no longer UTF-8', Uint8Array.of(0x31, 0x2c, 0xff, 0x0a), {}],
    ['its records have changed', '1,x,y\n', {}],
    ['it has become irregular', '1,x\n2,y"\n', {}],
  ])('%s', (_, content, part) => {
    expect(() => written(content, part)).toThrow(new Error('a.csv has changed since the first pass'));
  });
});
