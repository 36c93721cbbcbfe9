import { expect, test } from 'vitest';
import { undescribedSource } from '../../../src/discover/describe-source.ts';
import { undescribedColumn } from '../../../src/discover/sidecar/undescribed-column.ts';
import { planFastPath } from '../../../src/fast-path/plan.ts';
import { writePart } from '../../../src/fast-path/write-part.ts';
import { parseCsv } from '../../../src/parse/parse-csv.ts';
import { RecordFeed } from '../../../src/publish/records/encode-record.ts';
import { PAGES } from '../../../src/publish/records/page-writer.ts';
import type { RecordFormat, RecordPages } from '../../../src/publish/records/record-writer.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { memorySource } from '../../support/memory-source.ts';

/*
 * Formats are published beside each other, in both lanes: each writer gets every record, whatever the others can take at once.
 */

/** A format with one long file: a record on each line. It takes any number of records at once. */
const LINES: RecordFormat = {
  alignment: () => 1,
  open(output, { collection }, { number }) {
    const part = output.part(`${collection.config}.ndjson`, number);
    return {
      capacity: Number.POSITIVE_INFINITY,
      add: ({ bytes, start, end }) =>
        part.write(Buffer.from(`${bytes.toString('utf8', start, end).replaceAll(',\n', '\n')}\n`)),
      end() {
        part.end();
        return [];
      },
    };
  },
  join() {},
};

const COUNT = 2_345;
const CSV = `id,name\n${Array.from({ length: COUNT }, (_, id) => `${id},${'ü'.repeat(id % 50)}\n`).join('')}`;
const EXPECTED = Array.from({ length: COUNT }, (_, id) => ({ id, name: 'ü'.repeat(id % 50) || null }));
const PAGE_SET: RecordPages = {
  site: { prefix: '/', pageSizes: [30, 100] },
  collection: { kind: 'records', config: 'names' },
  count: COUNT,
  head: '',
};

test.each(['text', 'bytes'])('records read as %s reach every writer', (lane) => {
  const output = memoryOutput();
  const writers = [PAGES, LINES].map((format) => format.open(output, PAGE_SET, { number: 0, firstRow: 0 }));
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
  output.joinParts('names.ndjson', 1);
  const lines = output.files
    .get('names.ndjson')
    ?.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual(EXPECTED);
  for (const limit of [30, 100]) {
    const pages = [...output.files].filter(([path]) => path.includes(`/limit/${limit}/`));
    expect(pages.flatMap(([, body]) => JSON.parse(body).results)).toEqual(EXPECTED);
  }
});
