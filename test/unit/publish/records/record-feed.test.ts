import { describe, expect, test } from 'vitest';
import { alignmentOf, partRecordsOf } from '../../../../src/publish/formats.ts';
import { ByteBuffer } from '../../../../src/publish/records/byte-buffer.ts';
import { recordFeed } from '../../../../src/publish/records/encode-record.ts';
import type { EncodedRecords, RecordWriter } from '../../../../src/publish/records/record-writer.ts';

/** A writer that takes up to some records at a time, and keeps what it was given. */
class Batches implements RecordWriter {
  readonly texts: string[] = [];
  readonly counts: number[] = [];
  readonly capacity: number;

  constructor(capacity = 1_000_000) {
    this.capacity = capacity;
  }

  add({ bytes, start, end, count }: EncodedRecords): void {
    this.texts.push(bytes.toString('utf8', start, end));
    this.counts.push(count);
  }

  end(): readonly number[] {
    return [];
  }
}

function feedAll(writers: readonly Batches[], records: readonly string[]): void {
  const feed = recordFeed(writers);
  for (const record of records) feed.add(record);
  feed.flush();
  feed.flush();
}

describe('records reach their writers', () => {
  test('once each, in order, with a comma and a line feed between them', () => {
    const writers = [new Batches(3), new Batches(2)];
    feedAll(writers, ['1', '2', '3', '4', '5']);
    for (const { texts } of writers) expect(texts).toEqual(['1,\n2', '3,\n4', '5']);
    for (const { counts } of writers) expect(counts).toEqual([2, 2, 1]);
  });

  test('whole, whatever characters they have', () => {
    const writer = new Batches();
    const records = ['"€"', `"${'€'.repeat(40_000)}"`, `"${'€'.repeat(60_000)}"`, `"${'é'.repeat(9)}"`];
    feedAll([writer], records);
    expect(writer.texts.join(',\n')).toBe(records.join(',\n'));
  });

  test('as soon as they have many characters together, so that few are held', () => {
    const writer = new Batches();
    feedAll([writer], ['x', 'x', 'x'.repeat(100_000), 'x'.repeat(100_000), 'x', 'x']);
    expect(writer.counts).toEqual([3, 1, 2]);
  });
});

test('a buffer grows seldom, so that appending takes a time proportional to the bytes', () => {
  const buffer = new ByteBuffer();
  const used = new Set<Uint8Array>();
  for (let at = 0; at < 2_000; at += 1) {
    buffer.append(new Uint8Array(1_000));
    used.add(buffer.bytes);
  }
  expect(used.size).toBeLessThan(10);
});

test.each([
  [{ prefix: '/', pageSizes: [10, 100] }, 3, 100, 0],
  [{ prefix: '/', pageSizes: [6, 15, 100] }, 3, 300, 0],
  [{ prefix: '/', pageSizes: [7, 100], layout: 'packed' }, 3, 4096, 0],
  [{ prefix: '/', pageSizes: [7, 100], formats: ['csv', 'parquet'] }, 3, 700, 150_000],
  [{ prefix: '/', pageSizes: [100], formats: ['parquet'] }, 100, 100, 12_000],
  [{ prefix: '/', pageSizes: [100], formats: ['parquet'] }, 10_000, 100, 1_000],
] as const)(
  'a part of a table of a site %j with %i columns begins at a multiple of %i records, and should have up to %i',
  (site, columns, alignment, records) => {
    expect([alignmentOf(site), partRecordsOf(site, columns)]).toEqual([alignment, records]);
  },
);
