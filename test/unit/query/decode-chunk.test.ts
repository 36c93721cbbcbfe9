import fc from 'fast-check';
import { parquetHeader } from 'hyparquet/src/column.js';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writePageHeader } from 'hyparquet-writer/src/datapage.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';
import { describe, expect, test } from 'vitest';
import { Service } from '../../../src/client/service.ts';
import { downloadFile } from '../../../src/contract/routes.ts';
import { compare, encoded } from '../../../src/query/file/compare-texts.ts';
import { decodeChunk } from '../../../src/query/file/decode-chunk.ts';
import { Dictionary, type Found } from '../../../src/query/file/dictionary.ts';
import { PublishedFile } from '../../../src/query/file/published-file.ts';
import { readMetadata } from '../../../src/query/file/read-metadata.ts';
import type { ChunkPlace, TableColumn } from '../../../src/query/file/table-layout.ts';
import { readHybrid, uncompressSnappy } from '../../../src/query/file/unpack.ts';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { CATALOGUE, folderForAll, replaceFiles, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { fetchFrom } from '../../support/client/host.ts';
import { rangeHost } from '../../support/query/parquet-host.ts';
import { runs } from '../../support/runs.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** A chunk in its bytes, and what it holds. */
interface Chunk {
  bytes: Bytes;
  place: ChunkPlace;
  column: TableColumn;
  values: (Found | null)[];
}

const COLUMNS: Readonly<Record<string, (row: number) => string>> = {
  'few integers': (row) => (row % 9 === 0 ? '' : `${row % 5}`),
  'many integers': (row) => `${(row * 7919) % 1009}`,
  'big integers': (row) => (row % 11 === 3 ? '' : `${-(2n ** 62n) + BigInt(row * row)}`),
  'few decimals': (row) => `${row % 3}.25`,
  'many decimals': (row) => (row % 4 === 1 ? '' : `${(row * 7919) % 1009}.5`),
  'few texts': (row) => ['ä', 'Zürich', '🌾', ''][row % 4] ?? '',
  'many texts': (row) => `note ${row * row}`,
  'long texts': (row) => `${'é'.repeat(70)} ${row}`,
  'one text': () => 'x',
  'no values': () => '',
};

const scratch = folderForAll();

async function chunksOf(count: number): Promise<Chunk[]> {
  const names = Object.keys(COLUMNS);
  const cells = Array.from({ length: count }, (_, row) => names.map((name) => COLUMNS[name]?.(row) as string));
  const csv = [names, ...cells].map((row) => row.map((cell) => `"${cell}"`).join()).join('\n');
  replaceFiles(scratch, { 'catalogue.json': CATALOGUE, ...withSidecar('economy/x', `${csv}\n`) });
  const { texts, document } = buildInMemory(scratch, { site: { prefix: '/', pageSizes: [100], formats: ['parquet'] } });
  const path = downloadFile('parquet', 'x');
  const all = new Uint8Array(Buffer.from(texts.get(path) as string, 'latin1'));
  const service = new Service('http://host/', { fetch: fetchFrom(rangeHost(texts)) });
  await service.refresh();
  const { sha256 } = document<{ downloads: { sha256: string }[] }>('v1/datasets/x/downloads.json').downloads[0] ?? {};
  const file = new PublishedFile(service, 'x', { bytes: all.length, sha256: sha256 as string });
  const { columns } = document<{ columns: TableColumn[] }>('v1/datasets/x/schema.json');
  const metadata = await readMetadata(file, columns, count);
  return [...metadata.columns.values()].map((column) => {
    const place = metadata.groups[0]?.chunks[column.index] as ChunkPlace;
    const values = cells.map((row): Found | null => {
      const cell = row[column.index] as string;
      if (cell === '') return null;
      if (column.type === 'object') return cell;
      return column.isBig ? BigInt(cell) : Number(cell);
    });
    return { bytes: all.slice(place.start, place.end), place, column, values };
  });
}

function decoded(bytes: Bytes, place: ChunkPlace, column: TableColumn): (Found | null)[] {
  const dictionary = new Dictionary();
  const chunk = decodeChunk(bytes, place, { ...column, dictionary });
  if (chunk.isCoded) return Array.from(chunk.codes, (code) => dictionary.values[code] as Found | null);
  return Array.from(chunk.numbers, (number) => (Number.isNaN(number) ? null : number));
}

function extremesOf(values: readonly (Found | null)[]): unknown {
  const found = values.filter((value) => value !== null);
  const sorted = found.sort((a, b) => compare(encoded(a), encoded(b)));
  return [values.length, found.length, sorted[0], sorted.at(-1)];
}

const chunks = await chunksOf(100);
const few = await chunksOf(3);

test('chunks of every kind are decoded', () => {
  for (const { bytes, place, column, values } of [...chunks, ...few])
    expect(decoded(bytes, place, column)).toEqual(values);
});

test('chunks of earlier versions, whose pages have no checksums, are decoded', () => {
  for (const { bytes, place, column, values } of chunks) {
    const parts: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; ) {
      const reader = { view: new DataView(bytes.buffer, bytes.byteOffset + at), offset: 0 };
      const { crc, ...head } = parquetHeader(reader);
      expect(crc).toBeTypeOf('number');
      const header = new ByteWriter();
      writePageHeader(header, head as Parameters<typeof writePageHeader>[1]);
      const end = at + reader.offset + head.compressed_page_size;
      parts.push(header.getBytes(), bytes.subarray(at + reader.offset, end));
      at = end;
    }
    const earlier = new Uint8Array(Buffer.concat(parts));
    const whole = place.whole + earlier.length - bytes.length;
    expect(decoded(earlier, { ...place, whole }, column)).toEqual(values);
  }
});

/** Decodes damaged bytes. What passes must be the right values, or others that nothing in the file tells apart. */
function outcomeOf(bytes: Bytes, { place, column, values }: Chunk): 'error' | 'right' | 'other' {
  let found: (Found | null)[];
  try {
    found = decoded(bytes, place, column);
  } catch (error) {
    expect((error as Error).message).not.toBe('');
    return 'error';
  }
  if (column.name === 'long texts') expect(found.length).toBe(values.length);
  else expect(extremesOf(found)).toEqual(extremesOf(values));
  return String(found) === String(values) ? 'right' : 'other';
}

describe('damaged chunks', () => {
  test('with any other byte are noticed, or have the right values', () => {
    const outcomes = { error: 0, right: 0, other: 0 };
    for (const chunk of chunks) {
      for (const at of chunk.bytes.keys()) {
        for (const flipped of [0x01, 0x80, 0xff]) {
          const bytes = chunk.bytes.slice();
          bytes[at] = (bytes[at] as number) ^ flipped;
          outcomes[outcomeOf(bytes, chunk)] += 1;
        }
      }
    }
    const total = outcomes.error + outcomes.right + outcomes.other;
    expect(outcomes.other).toBe(0);
    // Nothing but bytes of the headers that nobody reads.
    expect(outcomes.right / total).toBeLessThan(0.02);
  });

  test('with random bytes neither hang nor take much memory', () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(fc.constantFrom(...chunks), damage, (chunk, changes) => {
        const bytes = chunk.bytes.slice();
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        outcomeOf(bytes, chunk);
      }),
      { numRuns: runs(1500) },
    );
  });

  test('that are cut, too long, or of another column or edition are errors', () => {
    for (const chunk of chunks) {
      const { bytes, place, column } = chunk;
      for (const end of bytes.keys()) expect(() => decoded(bytes.slice(0, end), place, column)).toThrow();
      const longer = new Uint8Array(bytes.length + 1);
      longer.set(bytes);
      expect(() => decoded(longer, place, column)).toThrow();
      for (const other of [...chunks, ...few]) {
        if (other !== chunk) expect(() => decoded(other.bytes, place, column)).toThrow();
      }
    }
  });
});

test('uncompressing is the inverse of compressing', () => {
  const run = fc
    .tuple(fc.uint8Array({ maxLength: 90 }), fc.nat(40))
    .map(([it, times]) => Buffer.concat(Array(times).fill(it)));
  fc.assert(
    fc.property(fc.array(run, { maxLength: 5 }), (parts) => {
      const bytes = new Uint8Array(Buffer.concat(parts));
      const compressed = new Uint8Array(snappyCompress(bytes));
      expect(Buffer.compare(uncompressSnappy(compressed, bytes.length), bytes)).toBe(0);
      expect(() => uncompressSnappy(compressed, bytes.length + 1)).toThrow('damaged');
    }),
    { numRuns: runs(300) },
  );
});

test.each<[string, number[], number]>([
  ['a literal of a negative length', [1, 0xfc, 0xfa, 0xff, 0xff, 0xff], 1],
  ['a size of four gigabytes', [0xff, 0xff, 0xff, 0xff, 0x0f, 0x00, 0x61], 2 ** 32 - 1],
  ['a copy from before the start', [4, 0x01, 0x01], 4],
  ['a copy of nothing before it', [8, 0x00, 0x61, 0x01, 0x00], 8],
  ['a copy beyond the end', [3, 0x00, 0x61, 0x09, 0x01], 3],
  ['a negative size', [0x00], -1],
  ['no bytes', [], 1],
])('hostile pages: %s', (_, bytes, length) => {
  expect(() => uncompressSnappy(new Uint8Array(bytes), length)).toThrow('damaged');
});

test.each<[string, number[], number, number[] | null]>([
  ['a run', [10, 3], 2, [3, 3, 3, 3, 3]],
  ['a run of two-byte numbers', [4, 0x2c, 0x01], 9, [300, 300]],
  ['packed numbers', [3, 0x88, 0xc6, 0xfa], 3, [0, 1, 2, 3, 4, 5, 6, 7]],
  ['packed numbers, filled up', [3, 0x88, 0xc6, 0xfa], 3, [0, 1, 2]],
  ['numbers of no bits', [10], 0, [0, 0, 0, 0, 0]],
  ['a run that is too long', [12, 3], 2, null],
  ['a run of two thousand million', [0xfe, 0xff, 0xff, 0xff, 0x0f, 1], 1, null],
  ['packed groups that are too many', [5, 0, 0], 1, null],
  ['a run of none', [0, 1, 10, 1], 1, null],
  ['a number of too many bits', [10, 2], 1, null],
  ['bytes that are missing', [3, 0x88, 0xc6], 3, null],
  ['bytes at the end', [10, 1, 0], 1, null],
  ['wide numbers', [10, 1, 0, 0, 0], 25, null],
])('runs and packed numbers: %s', (_, bytes, width, numbers) => {
  const read = (): number[] =>
    Array.from(readHybrid(new Uint8Array(bytes), width, new Uint32Array(numbers?.length ?? 5)));
  if (numbers) expect(read()).toEqual(numbers);
  else expect(read).toThrow('damaged');
});
