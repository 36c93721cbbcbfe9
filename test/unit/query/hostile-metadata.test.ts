import { hash } from 'node:crypto';
import { type FileMetaData, parquetMetadata } from 'hyparquet';
import { ByteWriter } from 'hyparquet-writer/src/bytewriter.js';
import { writeMetadata } from 'hyparquet-writer/src/metadata.js';
import { expect, test } from 'vitest';
import { downloadFile } from '../../../src/contract/routes.ts';
import { LocalTable } from '../../../src/query/table.ts';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { CATALOGUE, folderForAll, replaceFiles, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { fetchFrom } from '../../support/client/host.ts';
import { rangeHost } from '../../support/query/parquet-host.ts';

const scratch = folderForAll();
const FILE = downloadFile('parquet', 'x');

const rows = Array.from({ length: 50 }, (_, row) => `${row % 7 === 0 ? '' : row},text ${row % 5},${row}.5`);
replaceFiles(scratch, {
  'catalogue.json': CATALOGUE,
  ...withSidecar('economy/x', `a,__proto__,c\n${rows.join('\n')}\n`),
});
const { texts } = buildInMemory(scratch, { site: { prefix: '/', pageSizes: [100], formats: ['parquet'] } });
const file = new Uint8Array(Buffer.from(texts.get(FILE) as string, 'latin1'));
const { metadata_length: length } = parquetMetadata(file.buffer);
const data = file.subarray(0, file.length - length - 8);

/** Asks a question to a host that publishes this file as if it were right. */
async function ask(bytes: Uint8Array): Promise<unknown> {
  const sha256 = hash('sha256', bytes);
  const downloads = JSON.stringify({ downloads: [{ format: 'parquet', bytes: bytes.length, sha256 }] });
  const hostile = [
    [FILE, Buffer.from(bytes).toString('latin1')],
    ['v1/datasets/x/downloads.json', downloads],
  ] as const;
  const fetch = fetchFrom(rangeHost(new Map([...texts, ...hostile])));
  const table = await LocalTable.open('http://host/v1/datasets/x.json', { fetch, retries: 0 });
  return table.ask({ facets: table.columns.map(({ name }) => ({ column: name })) });
}

function fileWith(end: Uint8Array): Uint8Array {
  const size = new Uint8Array(Uint32Array.of(end.length).buffer);
  return Buffer.concat([data, end, size, Buffer.from('PAR1')]);
}

type Changed = (metadata: FileMetaData, group: FileMetaData['row_groups'][number], chunk: Data) => void;
type Data = NonNullable<FileMetaData['row_groups'][number]['columns'][number]['meta_data']>;

function changed(change: Changed): Uint8Array {
  const metadata = parquetMetadata(file.buffer);
  const group = metadata.row_groups[0] as FileMetaData['row_groups'][number];
  change(metadata, group, group.columns[1]?.meta_data as Data);
  const writer = new ByteWriter();
  writeMetadata(writer, metadata, 64);
  return fileWith(writer.getBytes().slice(0, -4));
}

test('the file is read if nothing is changed', async () => {
  const answer = await ask(changed(() => {}));
  expect(answer).toMatchObject({
    matched: 50,
    facets: [{ nulls: 8, distinct: 42 }, { distinct: 5 }, { distinct: 50 }],
  });
});

const LIKE_OURS = /the metadata of its row group \d are not as Almanac writes them/;

test.each<[string, Changed, RegExp]>([
  ['a chunk before the file', (_, __, it) => Object.assign(it, { dictionary_page_offset: -5n }), LIKE_OURS],
  ['a chunk beyond the file', (_, __, it) => Object.assign(it, { total_compressed_size: 1n << 40n }), LIKE_OURS],
  [
    'a chunk in the metadata',
    (_, { columns }) => Object.assign(columns[2]?.meta_data as Data, { total_compressed_size: BigInt(data.length) }),
    LIKE_OURS,
  ],
  ['chunks that overlap', (_, __, it) => Object.assign(it, { dictionary_page_offset: 4n }), LIKE_OURS],
  ['an empty chunk', (_, __, it) => Object.assign(it, { total_compressed_size: 0n }), LIKE_OURS],
  ['more nulls than records', (_, __, it) => Object.assign(it.statistics ?? {}, { null_count: 51n }), LIKE_OURS],
  ['no number of nulls', (_, __, it) => Object.assign(it.statistics ?? {}, { null_count: undefined }), LIKE_OURS],
  ['no statistics', (_, __, it) => Object.assign(it, { statistics: undefined }), LIKE_OURS],
  ['no bounds', (_, __, it) => Object.assign(it.statistics ?? {}, { min_value: undefined }), LIKE_OURS],
  ['bounds the wrong way round', (_, __, it) => Object.assign(it.statistics ?? {}, { min_value: 'z' }), LIKE_OURS],
  [
    'other bounds',
    (_, __, it) => Object.assign(it.statistics ?? {}, { max_value: 'z' }),
    /the column "__proto__" of its row group 0 is damaged/,
  ],
  [
    'another size without compression',
    (_, __, it) => Object.assign(it, { total_uncompressed_size: 1n << 40n }),
    /the size of its pages is not the expected one/,
  ],
  ['another codec', (_, __, it) => Object.assign(it, { codec: 'GZIP' }), LIKE_OURS],
  ['a column less', (_, group) => void group.columns.pop(), LIKE_OURS],
  ['a row group without records', (it, group) => void it.row_groups.push({ ...group, num_rows: 0n }), LIKE_OURS],
  ['a negative number of records', (it, group) => void it.row_groups.push({ ...group, num_rows: -1n }), LIKE_OURS],
  ['very many records', (_, group) => Object.assign(group, { num_rows: 1n << 40n }), LIKE_OURS],
  ['the same row group twice', (it, group) => void it.row_groups.push(group), LIKE_OURS],
  ['no row group', (it) => void it.row_groups.pop(), /its row groups have 0 records instead of 50/],
  [
    'another number of records',
    (it) => Object.assign(it, { num_rows: 1n << 60n }),
    /it has \d+ records, and the schema 50/,
  ],
  [
    'another column',
    (it) => {
      Object.assign(it.schema[1] ?? {}, { name: 'b' });
      it.row_groups = [];
    },
    /it has other columns than the schema/,
  ],
])('%s is an error', async (_, change, message) => {
  await expect(ask(changed(change))).rejects.toThrow(message);
});

test.each<[string, Uint8Array]>([
  ['nothing', new Uint8Array(0)],
  ['structures within structures', new Uint8Array(1 << 20).fill(0x1c)],
  ['a list of two thousand million', new Uint8Array([0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07, 0, 0])],
  ['a number of a million bytes', new Uint8Array(1 << 20).fill(0xff)],
  ['zeros', new Uint8Array(1000)],
])('metadata that are %s are an error, at once', async (_, end) => {
  await expect(ask(fileWith(end))).rejects.toThrow(/its metadata (?:are damaged|have a number)|it has/);
});

test('metadata with any byte changed are an error, or answer', async () => {
  for (let at = 0; at < length; at += 3) {
    const end = file.slice(file.length - length - 8, -8);
    end[at] = (end[at] as number) ^ (1 << (at % 8));
    const answer = await ask(fileWith(end)).catch((error) => error);
    if (answer instanceof Error) expect(answer.name).toMatch(/AlmanacError|EditionChanged/);
    else
      expect(answer).toMatchObject({
        matched: 50,
        facets: [{ nulls: 8, distinct: 42 }, { distinct: 5 }, { distinct: 50 }],
      });
  }
});
