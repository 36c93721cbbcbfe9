import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { formatCheck } from '../../../scripts/terminal/format-check.ts';
import { addDataset } from '../../../src/commands/add-dataset/add-dataset.ts';
import { checkData } from '../../../src/commands/check-data.ts';
import { type Problem, ProblemError } from '../../../src/problems/problem.ts';
import { folderWith, rawDataWith } from '../../support/builds/raw-data-folder.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** Files, what each is, and a word of what to do. */
const FILES: readonly [name: string, content: string | Uint8Array, what: string, advice: string][] = [
  [
    'ä.xlsx',
    bytes('PK\x03\x04[Content_Types].xml PK\x03\x04xl/workbook.xml'),
    'an Excel workbook',
    'save the sheet as CSV',
  ],
  [
    'a.xls',
    bytes('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1'),
    'an Excel workbook (.xls) or another old Office document',
    'save the sheet as CSV',
  ],
  [
    'a.ods',
    bytes('PK\x03\x04mimetypeapplication/vnd.oasis.opendocument.spreadsheet'),
    'an OpenDocument spreadsheet',
    'save the sheet as CSV',
  ],
  ['a.json', '[{"a": 1}]', 'JSON', 'Convert it to CSV'],
  ['a.geojson', '{"type": "FeatureCollection", "features": []}', 'JSON', 'Convert it to CSV'],
  ['a.zip', bytes('PK\x03\x04data.csv'), 'a zip archive', 'Unpack it'],
  ['a.csv.gz', gzipSync('a,b\n1,2\n'), 'a gzip file', 'Unpack it'],
  ['a.parquet', bytes('PAR1\x15\x04'), 'a Parquet file', 'Convert it to CSV'],
  ['a.pdf', '%PDF-1.7\n', 'a PDF document', 'extract the table'],
  ['page', '<!doctype html>\n<p>Not found', 'an HTML page', 'Download the CSV file itself'],
  [
    'a.csv',
    'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12\n',
    'a Git LFS pointer',
    'git lfs pull',
  ],
];

/** What keeps a file from being added. */
function refusalOf(path: string, rawData: string): Problem {
  try {
    // A name that is that of a table has its category looked for first.
    addDataset(path, { rawData, category: path.endsWith('.csv') ? 'economy' : 'nowhere' });
  } catch (error) {
    if (error instanceof ProblemError) return error.problem;
    throw error;
  }
  return expect.unreachable(`${path} was added`);
}

describe.each(FILES)('%s', (name, content, what, advice) => {
  const said = { code: 'not-csv', message: `is ${what}, not delimited text`, help: expect.stringContaining(advice) };

  test('is said to be what it is by a check, under the path that was given, and not to be added', () => {
    const rawData = rawDataWith({ [`economy/${name}`]: content });
    const [elsewhere, inside] = [join(folderWith({ [name]: content }), name), join(rawData, 'economy', name)];
    const paths = name.endsWith('.csv') ? [elsewhere] : [elsewhere, inside];
    const report = checkData(rawData, paths);
    expect(report.ok).toBe(false);
    expect(report.files.map(({ problems }) => problems)).toEqual(
      paths.map((path) => [expect.objectContaining({ ...said, file: path })]),
    );
    expect(formatCheck(report)).not.toContain('writes a sidecar');
  });

  test('is refused as what it is, wherever it lies and whatever its name or category', () => {
    const rawData = rawDataWith({ [`economy/${name}`]: content });
    const [elsewhere, inside] = [join(folderWith({ [name]: content }), name), join(rawData, 'economy', name)];
    expect(refusalOf(elsewhere, rawDataWith({}))).toMatchObject({ ...said, file: elsewhere });
    expect(refusalOf(inside, rawData)).toMatchObject({ ...said, file: inside });
    expect(readdirSync(join(rawData, 'economy'))).toEqual([name]);
  });
});
