import { expect, test } from 'vitest';
import { downloadFile } from '../../../src/contract/routes.ts';
import { undescribedSource } from '../../../src/discover/describe-source.ts';
import { undescribedColumn } from '../../../src/discover/sidecar/undescribed-column.ts';
import { planFastPath } from '../../../src/fast-path/plan.ts';
import { writePart } from '../../../src/fast-path/write-part.ts';
import { parseCsv } from '../../../src/parse/parse-csv.ts';
import { openWriters } from '../../../src/publish/formats.ts';
import { RecordFeed } from '../../../src/publish/records/encode-record.ts';
import type { RecordPages } from '../../../src/publish/records/record-writer.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { memorySource } from '../../support/memory-source.ts';

/*
 * Formats are published beside each other, in both lanes: each writer gets every record, whatever the others can take at once.
 */

const COUNT = 2_345;
const CSV = `id,name\n${Array.from({ length: COUNT }, (_, id) => `${id},${'ü'.repeat(id % 50)}\n`).join('')}`;
const EXPECTED = Array.from({ length: COUNT }, (_, id) => ({ id, name: 'ü'.repeat(id % 50) || null }));
const PAGE_SET: RecordPages = {
  site: { prefix: '/', pageSizes: [30, 100], formats: ['csv', 'ndjson'] },
  collection: { kind: 'records', config: 'names' },
  count: COUNT,
  head: '',
  columns: [
    { name: 'id', type: 'int64', longest: 0 },
    { name: 'name', type: 'object', longest: 0 },
  ],
};

test.each(['text', 'bytes'])('records read as %s reach every writer', (lane) => {
  const output = memoryOutput();
  const writers = openWriters(output, PAGE_SET, { number: 0, firstRow: 0 });
  if (lane === 'text') {
    const feed = new RecordFeed(writers);
    for (const record of EXPECTED) feed.add(JSON.stringify(record));
    feed.flush();
  } else {
    const content = memorySource(CSV);
    const source = undescribedSource('names.csv', 'names.csv');
    const csv = parseCsv(content, source.file, source.format, () => {});
    if (!csv) throw new Error('it cannot be read');
    const columns = new Map(csv.columns.map((name) => [name, undescribedColumn(source.format)]));
    const size = Buffer.byteLength(CSV);
    const plan = planFastPath(source, { content, size }, csv, columns, size);
    const [range] = plan?.segments ?? [];
    if (!plan || !range) throw new Error('it is not regular');
    const description = undescribedColumn(source.format);
    const written = [
      { name: 'id', isNumeric: true, isPlain: true, description },
      { name: 'name', isNumeric: false, isPlain: false, description },
    ];
    writePart(content, source.file, { ...range, dialect: plan.dialect }, true, written, writers, { add() {} });
  }
  for (const writer of writers) writer.end(true);
  output.joinParts(downloadFile('ndjson', 'names'), 1);
  output.joinParts(downloadFile('csv', 'names'), 1);
  const lines = output.files
    .get(downloadFile('ndjson', 'names'))
    ?.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual(EXPECTED);
  expect(output.files.get(downloadFile('csv', 'names'))).toBe(CSV.replaceAll('\n', '\r\n'));
  for (const limit of [30, 100]) {
    const pages = [...output.files].filter(([path]) => path.includes(`/limit/${limit}/`));
    expect(pages.flatMap(([, body]) => JSON.parse(body).results)).toEqual(EXPECTED);
  }
});
