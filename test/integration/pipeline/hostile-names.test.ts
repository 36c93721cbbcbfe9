import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isFeed } from '../../../src/contract/routes.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { folderOutput } from '../../../src/pipeline/output/folder-output.ts';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { CATALOGUE, folderWith, rawDataWith, sidecarWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { readAtom } from '../../support/readers/atom.ts';
import { writeCsv } from '../../support/tables/csv-writer.ts';
import { readPage } from '../../support/tables/read-page.ts';

const SITE = { prefix: '/', pageSizes: [100] };
const HOW = { delimiter: ',', newline: '\n', hasByteOrderMark: false, endsInNewline: true, quoting: [false] } as const;

describe('a file whose name is', () => {
  const FILES: [stem: string, published: string | { code: string } | null][] = [
    // Hidden files are ignored.
    ['', null],
    ['.', null],
    ['..%2f..%2fetc', null],
    ['%2e%2e', '2e-2e'],
    ['\\..\\..\\etc', 'etc'],
    ['C:\\x', 'c-x'],
    ['a\nb', 'a-b'],
    ['\u2028x', 'x'],
    ['\u0001\u001b[31mx', '31mx'],
    ['\u202Evsc.exe', 'vsc-exe'],
    ['🌾wheat', 'wheat'],
    ['<script>', 'script'],
    ['$(x)', 'x'],
    ['--out', 'out'],
    ['{x,y}', 'x-y'],
    ['\uFEFFx', 'x'],
    ['E\u0301', 'e'],
    ['__proto__', 'proto__'],
    ['constructor', 'constructor'],
    ['404', '404'],
    ['x'.repeat(100), 'x'.repeat(100)],
    ['x'.repeat(101), { code: 'name-invalid' }],
    [' ', { code: 'name-invalid' }],
    ['🌾', { code: 'name-invalid' }],
    ['名前', { code: 'name-invalid' }],
    ['*', { code: 'name-invalid' }],
    ['CON', { code: 'name-reserved' }],
    ['com1', { code: 'name-reserved' }],
    ['COM¹', { code: 'name-reserved' }],
    ['con.', { code: 'name-reserved' }],
    ['index', { code: 'name-reserved' }],
    ['limit', { code: 'name-reserved' }],
  ];

  test.each(FILES.map(([stem, published]) => [JSON.stringify(stem).slice(0, 30), stem, published] as const))(
    '%s.csv comes out under a safe name, or is refused',
    (_, stem, published) => {
      const place = folderWith({
        'raw-data/catalogue.json': CATALOGUE,
        ...withSidecar(`raw-data/economy/${stem}`, 'x\na\n', { columns: { x: { description: 'X' } } }),
      });
      const output = folderOutput(join(place, 'out'));
      const { datasets, problems } = buildApi({ rawData: join(place, 'raw-data'), site: SITE }, output);
      const configs = datasets.map(({ config }) => config);
      const codes = problems.map(({ code }) => code);
      if (published === null) expect([configs, codes]).toEqual([[], ['catalogue-empty']]);
      else if (typeof published === 'string') expect([configs, codes]).toEqual([[published], []]);
      else expect([configs, codes]).toEqual([[], [published.code]]);
      expect(readdirSync(place).filter((name) => name !== 'raw-data' && name !== 'out')).toEqual([]);
      const paths = existsSync(join(place, 'out')) ? filesIn(join(place, 'out')) : [];
      const safe = /^(?:v1(?:\/[a-z0-9][a-z0-9_-]{0,99})+\.json|feed\.xml|feeds\/[a-z0-9][a-z0-9_-]{0,99}\.xml)$/;
      expect(paths.filter((path) => !safe.test(path))).toEqual([]);
      expect(paths).toHaveLength(output.written.length);
    },
  );
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

describe('columns', () => {
  const NAMES = [
    '2021',
    '2020',
    '2019',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '0',
    '-1',
    '01',
    'x',
    'x ',
    ' x',
    'X',
    'é',
    'e\u0301',
    'a\u2028b',
    'a\u2029b',
    'a\u0085b',
    'a\nb',
    'a\r\nb',
    'a\tb',
    '"',
    '""',
    '\\',
    '\\u0041',
    '\\"',
    "'",
    '","',
    '":1,"',
    '{}',
    '],',
    '<script>',
    '{{x}}',
    '=1+1',
    '🌾',
    '👩‍🌾',
    '\u202Eabc',
    'עברית',
    '\uFEFFx',
    'n'.repeat(5000),
    'm'.repeat(100_000),
    'results',
    'metadata',
    'links',
  ];

  test('may have any names: each is in its position, in every record and in the schema', () => {
    const rows = [1, 2, 3].map((row) => NAMES.map((_, at) => `v${row}-${at}`));
    const columns = Object.fromEntries(NAMES.map((name, at) => [name, { description: `Column ${at}` }]));
    // A key of that name, written like this, would set the object's prototype.
    Object.defineProperty(columns, '__proto__', { value: { description: 'Column 3' }, enumerable: true });
    const { texts, codes } = build(writeCsv(NAMES, rows, HOW), { columns });
    expect(codes).toEqual([]);
    const page = readPage(texts.get('v1/datasets/x.json') ?? '');
    expect(page.records.map(({ names }) => names)).toEqual(rows.map(() => NAMES));
    expect(page.records.map(({ tokens }) => tokens.map((token) => JSON.parse(token)))).toEqual(rows);
    expect(
      page.json.results.map((record) => NAMES.map((name) => Object.entries(record).find(([it]) => it === name)?.[1])),
    ).toEqual(rows);
    const schema = JSON.parse(texts.get('v1/datasets/x/schema.json') ?? '');
    expect(schema.columns.map(({ name, description }: Record<string, unknown>) => [name, description])).toEqual(
      NAMES.map((name, at) => [name, `Column ${at}`]),
    );
    for (const [path, body] of texts) expect(() => (isFeed(path) ? readAtom(body) : JSON.parse(body))).not.toThrow();
  });

  test('may be renamed to any text, even half a character', () => {
    const columns = { a: { description: '\ud800', rename: '\udfffx' }, b: { description: 'B', rename: '__proto__' } };
    const { texts, codes } = build('a,b\n1,2\n', { columns });
    expect(codes).toEqual([]);
    expect(readPage(texts.get('v1/datasets/x.json') ?? '').records[0]?.names).toEqual(['\udfffx', '__proto__']);
    expect(JSON.parse(texts.get('v1/datasets/x/schema.json') ?? '').columns[0].description).toBe('\ud800');
  });

  test.each([
    ['with a NUL character', 'a\0b,c\n1,2\n', 'nul-character'],
    ['with half a character in UTF-8', Buffer.from('a\xed\xa0\x80,b\n1,2\n', 'latin1'), 'encoding-invalid'],
    ['with half a character in UTF-16', Buffer.from('\uFEFFa\ud800,b\n1,2\n', 'utf16le'), 'encoding-invalid'],
    ['twice', '__proto__,a,__proto__\n1,2,3\n', 'column-duplicate'],
    ['blank', 'a,\u00A0,b\n1,2,3\n', 'column-unnamed'],
    ['of digits alone', '0,-1\n1,2\n', 'header-missing'],
  ])('named %s are refused', (_, csv, code) => {
    expect(build(csv).codes).toEqual([code]);
  });
});

describe('a sidecar’s key named __proto__ or constructor', () => {
  test.each(['__proto__', 'constructor'])('%s names a column, which must be there', (key) => {
    const sidecar = sidecarWith({ columns: { KEY: { description: 'X' } } }).replace('"KEY"', JSON.stringify(key));
    expect(build(`${key},b\n1,2\n`, sidecar).codes).toEqual([]);
    expect(build('a,b\n1,2\n', sidecar).codes).toEqual(['column-unknown']);
  });

  test.each([
    ['csv', { csv: { KEY: { delimiter: ';' } } }],
    ['a column', { columns: { a: { description: 'A', KEY: { type: 'object' } } } }],
    ['what is stripped', { columns: { a: { description: 'A', strip: { KEY: { suffix: '%' } } } } }],
    ['the sidecar', { KEY: { license: 'X' } }],
  ])('is unknown in %s', (_, members) => {
    for (const key of ['__proto__', 'constructor']) {
      expect(build('a,b\n1,2\n', sidecarWith(members).replace('"KEY"', JSON.stringify(key))).codes).toEqual([
        'key-unknown',
      ]);
    }
  });
});

describe('a catalogue’s key', () => {
  const build = (catalogue: string): { codes: string[]; texts: Map<string, string> } => {
    const rawData = rawDataWith({
      'catalogue.json': catalogue,
      ...withSidecar('constructor/x', 'a\nb\n', { columns: { a: { description: 'A' } } }),
    });
    const { problems, texts } = buildInMemory(rawData);
    return { codes: problems.map(({ code }) => code), texts };
  };
  const category = '{ "title": "T", "description": "D" }';

  test('constructor is a category like any other', () => {
    const { codes, texts } = build(
      `{ "title": "T", "description": "D", "categories": { "constructor": ${category} } }`,
    );
    expect(codes).toEqual([]);
    expect(JSON.parse(texts.get('v1/datasets/category/constructor.json') ?? '')).toMatchObject({
      results: [{ config: 'x', category: 'constructor' }],
    });
  });

  test.each([
    ['name-invalid', `"categories": { "constructor": ${category}, "__proto__": ${category} }`],
    ['key-unknown', `"categories": { "constructor": ${category.replace('{', '{ "__proto__": 1,')} }`],
    ['key-unknown', `"__proto__": { "publisher": "X" }, "categories": { "constructor": ${category} }`],
  ])('__proto__ is refused as %s', (code, members) => {
    expect(build(`{ "title": "T", "description": "D", ${members} }`).codes).toContain(code);
  });
});

/** Builds a catalogue of one dataset, x. Only errors count, since the columns are not described. */
function build(csv: string | Uint8Array, sidecar: Record<string, unknown> | string = {}) {
  const { errors, texts } = buildInMemory(rawDataWith(withSidecar('economy/x', csv, sidecar)));
  return { texts, codes: errors.map(({ code }) => code) };
}
