import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SchemaDocument } from '../../../src/contract/documents.ts';
import { parseDigits } from '../../../src/contract/parse-digits.ts';
import {
  CLIENT_FILE,
  collectionFile,
  DEFAULT_LIMIT,
  DOWNLOAD_FORMATS,
  datasetFile,
  downloadFile,
} from '../../../src/contract/routes.ts';
import { nodeCompressors } from '../../../src/hosts/node/compressors.ts';
import { folderOpener, folderReader } from '../../../src/hosts/node/published-folder.ts';
import type { DownloadFormat } from '../../../src/model.ts';
import { LocalTable } from '../../../src/query/table.ts';
import { createApi } from '../../../src/serve/handle-request.ts';
import { type CodeExample, codeExamples } from '../../../src/site/code/code-examples.ts';
import { comparisonsOf, readAsked } from '../../../src/site/scripts/asking/asked-rows.ts';
import { LANGUAGES, rowsCode } from '../../../src/site/scripts/rows/rows-code.ts';
import { folderForAll } from '../../support/builds/raw-data-folder.ts';
import { publishTables } from '../../support/http/fixture.ts';
import { serveApi } from '../../support/http/serve-api.ts';
import { openDuckDb } from '../../support/readers/duckdb.ts';
import {
  type Cell,
  cellsOfNdjson,
  duckDbWith,
  firstDifference,
  pythonHas,
  type RunCode,
  rHas,
  runJavaScript,
  runProgram,
  runPython,
  runR,
  tableCells,
} from '../../support/readers/run-code.ts';

/*
 * The code for a dataset reads its table exactly, whatever its names and its values are, from each of the formats that can be published,
 * and its first page if none is.
 */

const quoted = (cells: readonly string[]): string => cells.map((it) => `"${it.replaceAll('"', '""')}"`).join(',');

/** Names that an example must escape, or that a program confuses. */
const NAMES = [
  '"quoted"',
  'back\\slash',
  "it's",
  'naïve 日本',
  'a',
  'A',
  '#(lf)',
  '$(id)',
  '{b}',
  '2019',
  '<b>&amp;',
  'x,y',
  'two\nlines',
  '`',
  '😀',
];
/** Texts that programs read as nulls, numbers, dates or truth values, or trim. */
const TEXTS = [
  'NA',
  'null',
  'NaN',
  '-',
  'True',
  '2020-01-01',
  '007',
  '1e5',
  'two\nlines',
  'say "so"',
  'x, y',
  ' blanks ',
  '=1+1',
  '\\N',
  '日本',
];
const DECIMALS = [
  '0.1234567890123456789',
  '1.7976931348623157e308',
  '12.50',
  '5e-324',
  '123456789.123456789',
  '0.30000000000000004',
  '-2.5',
];
const INTEGERS = ['9223372036854775807', '-9223372036854775808', '9007199254740993', '', '42'];

const TABLES: Readonly<Record<string, string>> = {
  names: [NAMES, ...['1', '2', '3'].map((digit) => NAMES.map((_, at) => (at % 2 === 0 ? `0${digit}` : digit)))]
    .map((cells) => `${quoted(cells)}\n`)
    .join(''),
  values: `text,decimal,integer,whole,empty\n${TEXTS.map((it, at) => `${quoted([it])},${DECIMALS[at % DECIMALS.length]},${INTEGERS[at % INTEGERS.length]},${at % 3 === 0 ? '' : at},\n`).join('')}`,
  identifiers: 'id,n\n9007199254740993,2147483648\n9007199254740995,-1\n',
  codes: `code,n\n${Array.from({ length: 120 }, (_, at) => `${String(at).padStart(5, '0')},${at}\n`).join('')}`,
  'one-text': 'code\n01\n""\n02;3\n',
  'one-number': 'n\n1\n""\n3\n',
  wide: [0, 1, 2]
    .map(
      (row) =>
        `${Array.from({ length: 60 }, (_, at) => (row === 0 ? `c${at}` : at < 30 ? `0${row}` : `${row}.5`)).join(',')}\n`,
    )
    .join(''),
};

/** What readers ask about. */
const ASKED = [
  ['say "so".`\\', 'Year', 'year', 'id', 'n'],
  ["it's", '1950', '', '9007199254740993', '0.30000000000000004'],
  ['Straße\n\\', '1951', '2', '9007199254740992', ''],
  ['ÉCOLE d\u2028été', '1950', '1', '', '-2.5'],
  ['', '1952', '2', '-7', '12'],
  ['ὈΔΥΣΣΕΎΣ 日本 😀', '1951', '', '9007199254740993', '1e300'],
  ['école', '1949', '1', '5', '-2.5'],
].map((cells) => `${cells.map((it) => it && quoted([it])).join(',')}\n`);

const FORMATS: readonly (readonly DownloadFormat[])[] = [DOWNLOAD_FORMATS, ['csv'], ['ndjson'], ['parquet'], []];
const SITE = { prefix: '/', pageSizes: [DEFAULT_LIMIT] };

const scratch = folderForAll();
const clientOf = (formats: readonly DownloadFormat[]): string => join(scratch, formats.join('-') || 'none');
const servers = new Map<string, { server: Server; url: string }>();

beforeAll(async () => {
  const tables = Object.fromEntries(
    Object.entries({ ...TABLES, asked: ASKED.join('') }).map(([config, csv]) => [`some/${config}`, csv]),
  );
  for (const formats of FORMATS) {
    const client = clientOf(formats);
    publishTables(tables, client, { ...SITE, formats });
    const api = createApi(folderReader(client), { open: folderOpener(client), compressors: nodeCompressors });
    servers.set(client, await serveApi(api));
  }
});
afterAll(() => {
  for (const { server } of servers.values()) server.close();
});

const columnsOf = (config: string, folder: string): SchemaDocument<string>['columns'] =>
  (parseDigits(readFileSync(join(folder, datasetFile('schema', config)), 'utf8')) as SchemaDocument<string>).columns;

function examplesFor(config: string, formats: readonly DownloadFormat[]): CodeExample[] {
  const folder = clientOf(formats);
  const addressOf = (file: string): string => `${servers.get(folder)?.url}/${file}`;
  return codeExamples(columnsOf(config, folder), {
    downloads: new Map(formats.map((format) => [format, addressOf(downloadFile(format, config))])),
    records: addressOf(collectionFile({ kind: 'records', config })),
    client: addressOf(CLIENT_FILE),
  });
}

const hasPandas = pythonHas('pandas', 'pyarrow');
const hasR = rHas('bit64', 'jsonlite');
const RUNS: Readonly<Record<string, RunCode>> = {
  JavaScript: runJavaScript,
  ...(hasPandas && { 'Python (pandas)': runPython }),
  ...(pythonHas('polars') && { 'Python (Polars)': runPython }),
  ...(hasR && { R: runR }),
};

const titled = FORMATS.map((published) => ({ published, title: published.join(', ') || 'none' }));

describe.each(titled)('with the formats $title, the code', ({ published }) => {
  const folder = clientOf(published);
  const runs: Readonly<Record<string, RunCode>> = {
    ...RUNS,
    DuckDB: duckDbWith((address) => join(folder, new URL(address).pathname)),
  };

  test.each(Object.keys(TABLES))('for %s reads every row that it says it reads', async (config) => {
    const columns = columnsOf(config, folder);
    const names = columns.map(({ name }) => name);
    const all = cellsOfNdjson(join(clientOf(DOWNLOAD_FORMATS), downloadFile('ndjson', config)), columns);
    for (const { language, code, note } of examplesFor(config, published)) {
      const runCode = runs[language];
      if (runCode === undefined) continue;
      const read = await runCode(code, names);
      const expected = note === 'firstPage' ? all.slice(0, DEFAULT_LIMIT) : all;
      const types = columns.map(({ type }) => type);
      expect({ language, names: read.names }).toEqual({ language, names: namesIn(language, names) });
      expect({ language, difference: firstDifference(language, tableCells(read, types), expected) }).toEqual({
        language,
        difference: null,
      });
    }
  });

  test('for curl downloads a file, or prints the first page', async () => {
    const [example] = examplesFor('codes', published);
    const printed = await runProgram('sh', ['-c', String(example?.code)], scratch);
    const [format] = ['csv', 'parquet', 'ndjson'].filter((it) => published.includes(it as DownloadFormat));
    if (format === undefined) expect(JSON.parse(printed).results).toHaveLength(DEFAULT_LIMIT);
    else
      expect(readFileSync(join(scratch, `data.${format}`))).toEqual(
        readFileSync(join(folder, `v1/datasets/codes/data.${format}`)),
      );
  });

  test('is for programs that can read what is published, and has at most four lines', () => {
    const examples = Object.keys(TABLES).flatMap((config) => examplesFor(config, published));
    expect(examples.filter(({ code }) => code.split('\n').length > 4)).toEqual([]);
    const languages = new Set(examples.map(({ language }) => language));
    const has = (format: DownloadFormat): boolean => published.includes(format);
    expect(languages.has('Python (Polars)')).toBe(has('parquet'));
    expect(languages.has('DuckDB')).toBe(has('parquet') || has('csv'));
    for (const spreadsheet of ['Excel', 'Google Sheets']) expect(languages.has(spreadsheet)).toBe(has('csv'));
    for (const language of ['curl', 'Python (pandas)', 'R', 'JavaScript']) expect(languages).toContain(language);
  });
});

/** Addresses of rows of the table `asked`, with each kind of condition, and the names of the columns that are shown. */
const ADDRESSES: readonly (readonly [search: string, ...shown: string[]])[] = [
  ['sort=-Year,n', 'n', 'year', 'id', 'Year', 'say "so".`\\'],
  ["where=Year.ge.1950&where=Year.lt.1952&where=NAME.eq.it's", 'id'],
  ['where=NAME.in.école,Straße%0A\\&sort=NAME', 'NAME', 'id'],
  ['where=NAME.contains.Ecole&sort=-id', 'NAME', 'id'],
  ['where=NAME.begins.strass', 'NAME'],
  ['where=NAME.contains.οδυσσευς&where=NAME.gt.école', 'NAME', 'n'],
  ['where=NAME.null&where=Year.value', 'Year'],
  ['where=NAME.between.a,é&where=NAME.ne.it%2527s', 'NAME'],
  ['where=id.eq.9007199254740993&sort=-n', 'id', 'n'],
  ['where=id.in.5,9007199254740992,2%252E5&sort=-id', 'id'],
  ['where=id.gt.4%252E5&sort=id,Year', 'id', 'Year'],
  ['where=id.le.9223372036854775808', 'id'],
  ['where=id.between.%252D7,9007199254740992', 'id'],
  ['where=n.eq.0%252E30000000000000004', 'n'],
  ['where=n.in.%252D2%252E5,12&sort=year', 'n', 'year'],
  ['where=n.lt.Infinity&where=n.ne.12&sort=-NAME', 'n'],
  ['where=n.in.%252DInfinity,12', 'n'],
  ['where=Year.in', 'Year'],
];

test('the code for the rows that a reader asks for finds those', { timeout: 120_000 }, async () => {
  const folder = clientOf(DOWNLOAD_FORMATS);
  const root = `${servers.get(folder)?.url}/`;
  const columns = columnsOf('asked', folder);
  const readInR = examplesFor('asked', DOWNLOAD_FORMATS).find(({ language }) => language === 'R')?.code ?? '';
  const table = await LocalTable.open(`${root}datasets/asked/`);
  const module = JSON.stringify(pathToFileURL('public/almanac-query.js').href);
  const runs: Readonly<Record<string, RunCode>> = {
    ...RUNS,
    ...(rHas('bit64', 'stringi') && { R: runR }),
    DuckDB: async (code, names) => {
      const { query, close } = await openDuckDb();
      const rows = await query(code.replace(/(?<=')http[^']*/, (url) => join(folder, new URL(url).pathname)));
      close();
      return { names: [...names], rows: rows.map((row) => row.map((it) => (it === null ? null : String(it)))) };
    },
    JavaScript: (code, names) =>
      runJavaScript(
        code.replace(
          /"[^"]*almanac-query\.js"/,
          `${module};BigInt.prototype.toJSON = function () { return String(this); }`,
        ),
        names,
      ),
  };
  const written: string[] = [];
  for (const [search, ...places] of ADDRESSES) {
    const name = encodeURIComponent('say "so"%2E`\\');
    const { where, sort } = readAsked(`?${search.replaceAll('NAME', name)}`);
    const shown = places.map((place) => (place === 'NAME' ? 'say "so".`\\' : place));
    const comparisons = comparisonsOf(where, table.columns);
    if (!comparisons) throw new Error(search);
    const { rows } = await table.ask({
      where: { all: comparisons },
      rows: { columns: shown, sort, limit: Number.POSITIVE_INFINITY },
    });
    const expected = (rows?.rows ?? []).map((row) => shown.map((it) => row[it] ?? null));
    const types = shown.map((it) => columns.find(({ name }) => name === it)?.type ?? '');
    for (const language of LANGUAGES) {
      const code = rowsCode(language, { where: comparisons, sort, shown, root, readInR }, table);
      written.push(`${language}: ${search}\n${code.replaceAll(root, 'https://data.example.org/')}`);
      const runCode = runs[language];
      // The page leaves R out if a column has whole numbers beyond doubles.
      if (!runCode || (language === 'R' && /\bid\b/.test(search))) continue;
      const read = tableCells(await runCode(code, shown), types);
      const wanted = expected.map((row) =>
        row.map((it, at) => (types[at] === 'int64' && it !== null ? BigInt(it) : it)),
      );
      expect({ code, difference: firstDifference(language, read, wanted as Cell[][]) }).toEqual({
        code,
        difference: null,
      });
    }
  }
  await expect(`${written.join('\n\n')}\n`).toMatchFileSnapshot('rows-code.txt');
});

/** DuckDB renames a column whose name differs from another's only in case. */
function namesIn(language: string, names: readonly string[]): readonly string[] {
  return language === 'DuckDB' ? names.map((name) => (name === 'A' ? 'A_1' : name)) : names;
}

test('whole numbers that a program would round are named, or are texts', () => {
  const examples = new Map(examplesFor('identifiers', DOWNLOAD_FORMATS).map((it) => [it.language, it]));
  expect(examples.get('JavaScript')).toMatchObject({ note: 'rounds', columns: ['id'] });
  expect(examples.get('R')?.code).toMatch(/^library\(bit64\)\n.*c\("integer64", "numeric"\)/);
  expect(examples.get('Excel')?.code).toContain('{"id", type text}, {"n", Int64.Type}');
  const codes = new Map(examplesFor('codes', DOWNLOAD_FORMATS).map((it) => [it.language, it]));
  expect(codes.get('JavaScript')?.note).toBeNull();
  expect(codes.get('R')?.code).toMatch(/^data <- .*c\("character", "integer"\)/);
});
