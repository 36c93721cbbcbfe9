import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readJson } from '../../../../src/discover/json/read-json.ts';
import { type Metadata, readSidecar } from '../../../../src/discover/sidecar/read-sidecar.ts';
import type { Problem, Report } from '../../../../src/problems/problem.ts';
import { lineAndColumn, placesOf } from '../../../support/builds/problem-places.ts';
import { folderWith, sidecarWith } from '../../../support/builds/raw-data-folder.ts';
import { PLAIN_FORMAT } from '../../../support/tables/plain-format.ts';

test('a sidecar needs only four keys', () => {
  const { metadata, problems } = read(sidecarWith({ license: undefined }));
  expect(problems).toEqual([]);
  expect(metadata).toMatchObject({
    name: 'A dataset',
    description: 'What it says.',
    source: 'An institution',
    url: 'https://example.org/data',
    license: null,
    category: 'economy',
    format: PLAIN_FORMAT,
  });
  expect(metadata?.columns.size).toBe(0);
});

test('a column without a format and spellings of null of its own has those of the file', () => {
  const columns = {
    a: { description: 'A', unit: 'm' },
    b: { description: 'B', decimal: ',', thousands: '.', missing: ['x'], nullable: true },
    c: { description: 'C', strip: { suffix: '%' }, required: true },
  };
  const csv = { delimiter: ';', thousands: ' ', missing: ['-9'] };
  const { metadata, problems } = read(sidecarWith({ columns, csv }));
  expect(problems).toEqual([]);
  expect(metadata?.format).toEqual({
    ...PLAIN_FORMAT,
    delimiter: ';',
    missing: ['-9'],
    numberFormat: { thousands: ' ' },
  });
  expect([...(metadata?.columns ?? [])]).toEqual([
    [
      'a',
      {
        description: 'A',
        unit: 'm',
        nullable: false,
        required: false,
        missing: ['-9'],
        numberFormat: { thousands: ' ' },
        isNumber: false,
      },
    ],
    [
      'b',
      {
        description: 'B',
        nullable: true,
        required: false,
        missing: ['x'],
        numberFormat: { thousands: '.', decimal: ',' },
        isNumber: true,
      },
    ],
    [
      'c',
      {
        description: 'C',
        nullable: false,
        required: true,
        missing: ['-9'],
        numberFormat: { thousands: ' ', strip: { suffix: '%' } },
        isNumber: true,
      },
    ],
  ]);
});

test('columns may have the names of an object’s built-in members', () => {
  const text = sidecarWith({ columns: { constructor: { description: 'C' } } }).replace(
    '"constructor"',
    '"__proto__": { "description": "P" }, "constructor"',
  );
  const { metadata, problems } = read(text);
  expect(problems).toEqual([]);
  expect([...(metadata?.columns.keys() ?? [])]).toEqual(['__proto__', 'constructor']);
});

test('the place of a column is that of its entry', () => {
  const text = sidecarWith({ columns: { a: { description: 'A' }, b: { description: 'B' } } });
  const { file, place } = read(text).metadata?.columnPlaces.get('b') ?? {};
  expect(`${file}:${place?.line}:${place?.column}`).toBe(`x.meta.json:${lineAndColumn(text, '"b"')}`);
  expect(read(text).metadata?.columnPlaces.get('c')).toBeUndefined();
});

describe('an unknown key is reported at its place, with the nearest known one:', () => {
  test.each([
    ['of the sidecar', { licence: 'CC0' }, '"licence"', 'license'],
    ['of the sidecar, near to its columns', { colums: {} }, '"colums"', 'columns'],
    ['of a column', { columns: { a: { description: 'A', units: 'm' } } }, '"units"', 'unit'],
    ['of what is stripped', { columns: { a: { description: 'A', strip: { sufix: '%' } } } }, '"sufix"', 'suffix'],
    ['of the form of the file', { csv: { delimeter: ';' } }, '"delimeter"', 'delimiter'],
  ])('%s', (_, members, key, near) => {
    const text = sidecarWith(members);
    const { metadata, problems } = read(text);
    expect(metadata?.isSound ?? false).toBe(false);
    expect(placesOf(problems)).toEqual([`x.meta.json:${lineAndColumn(text, key)} key-unknown`]);
    expect(problems[0]?.message).toContain(`did you mean "${near}"?`);
  });

  test('but without one if none is near', () => {
    const { problems } = read(sidecarWith({ zzzzzzzzzz: 1 }));
    expect(problems[0]?.message).not.toContain('did you mean');
    expect(problems[0]?.help).toContain('name, description, source, url, license');
  });

  test('even if its name is __proto__', () => {
    const text = sidecarWith().replace('"name"', '"__proto__": {}, "name"');
    expect(placesOf(read(text).problems)).toEqual([`x.meta.json:${lineAndColumn(text, '"__proto__"')} key-unknown`]);
  });
});

test('a column may complete the separators of the file', () => {
  const text = sidecarWith({ csv: { decimal: ',' }, columns: { a: { description: 'A', thousands: '.' } } });
  expect(read(text).metadata?.columns.get('a')?.numberFormat).toEqual({ decimal: ',', thousands: '.' });
});

describe('a value of the wrong kind is reported at its place:', () => {
  test.each([
    ['a number for a name', { name: 17 }, '17', '"name"'],
    ['null for a source', { source: null }, 'null', '"source"'],
    ['a list for a description', { description: ['x'] }, '[', '"description"'],
    ['a number for a licence', { license: 4 }, '4', '"license"'],
    ['a text for a column', { columns: { a: 'A' } }, '"A"', '"columns.a"'],
    ['a list of columns', { columns: [] }, '[]', '"columns"'],
    ['a text for nullable', { columns: { a: { description: 'A', nullable: 'yes' } } }, '"yes"', '"columns.a.nullable"'],
    ['a number among nulls', { csv: { missing: ['x', -9] } }, '-9', '"csv.missing.1"'],
    ['a delimiter of two characters', { csv: { delimiter: '::' } }, '"::"', '"csv.delimiter"'],
    ['a quote as delimiter', { csv: { delimiter: '"' } }, '"\\""', '"csv.delimiter"'],
    [
      'a quote as delimiter, though the quote is another',
      { csv: { quote: "'", delimiter: '"' } },
      '"\\""',
      '"csv.delimiter"',
    ],
    ['a delimiter beyond U+FFFF', { csv: { delimiter: '🌾' } }, '"🌾"', '"csv.delimiter"'],
    ['half a character as quote', { csv: { quote: '\ud83c' } }, '"\\ud83c"', '"csv.quote"'],
    ['no comment', { csv: { comment: '' } }, '""', '"csv.comment"'],
    ['a comment of two lines', { csv: { comment: '#\n' } }, '"#\\n"', '"csv.comment"'],
    ['a comment that begins with the delimiter', { csv: { delimiter: ';', comment: ';;' } }, '";;"', '"csv.comment"'],
    ['a comment that begins with the quote', { csv: { quote: "'", comment: "'#" } }, '"\'#"', '"csv.comment"'],
    ['a comment that begins with a quote', { csv: { quote: "'", comment: '"' } }, '"\\""', '"csv.comment"'],
    ['one name for two columns', { csv: { header: ['a', 'a'] } }, '[', '"csv.header"'],
    ['a digit as separator', { csv: { thousands: '0' } }, '"0"', '"csv.thousands"'],
    ['one separator for both', { csv: { thousands: ',', decimal: ',' } }, '",",\n', '"csv.thousands"'],
    ['a point for thousands, with decimal points', { csv: { thousands: '.' } }, '"."', '"csv.thousands"'],
    [
      'a separator of thousands that is the decimal separator of the file',
      { csv: { decimal: ',' }, columns: { a: { description: 'A', thousands: ',' } } },
      '","\n    }',
      '"columns.a.thousands"',
    ],
    [
      'a decimal separator that is the separator of thousands of the file',
      { csv: { thousands: ' ' }, columns: { a: { description: 'A', decimal: ' ' } } },
      '" "\n    }',
      '"columns.a.decimal"',
    ],
    [
      'nothing to strip',
      { columns: { a: { description: 'A', strip: { suffix: '' } } } },
      '""',
      '"columns.a.strip.suffix"',
    ],
    [
      'required and nullable',
      { columns: { a: { description: 'A', nullable: true, required: true } } },
      'true',
      '"columns.a.nullable"',
    ],
  ])('%s', (_, members, value, path) => {
    const text = sidecarWith(members);
    const { metadata, problems } = read(text);
    expect(metadata?.isSound ?? false).toBe(false);
    expect(placesOf(problems)).toEqual([`x.meta.json:${lineAndColumn(text, value)} value-invalid`]);
    expect(problems[0]?.message).toContain(path);
  });
});

describe('a link to the source is refused if it is not http or https:', () => {
  test.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'ftp://example.org/x',
    'file:///etc/passwd',
    'mailto:someone@example.org',
    'example.org/data',
    '//example.org/data',
    '/data',
    'not a url',
    'https://',
    'https:example.org',
  ])('%s', (url) => {
    const text = sidecarWith({ url });
    expect(placesOf(read(text).problems)).toEqual([
      `x.meta.json:${lineAndColumn(text, JSON.stringify(url))} value-invalid`,
    ]);
  });

  test.each(['https://example.org', 'http://example.org:8080/a?b=c#d', 'https://例え.jp/データ'])(
    'but not %s',
    (url) => {
      expect(read(sidecarWith({ url }))).toMatchObject({ metadata: { url }, problems: [] });
    },
  );
});

describe('what is to be filled in', () => {
  test.each(['name', 'description', 'source', 'url'])('%s is reported where the object begins, if missing', (key) => {
    const { metadata, problems } = read(sidecarWith({ [key]: undefined }));
    expect(metadata?.isSound).toBe(false);
    expect(placesOf(problems)).toEqual(['x.meta.json:1:1 key-missing']);
    expect(problems[0]?.message).toContain(`"${key}" is missing`);
  });

  test.each(['', ' ', '\t\n'])('is reported at its place, if it is %j', (blank) => {
    const text = sidecarWith({ source: blank });
    const { metadata, problems } = read(text);
    expect(metadata?.isSound).toBe(false);
    const place = lineAndColumn(text, JSON.stringify(blank));
    expect(placesOf(problems)).toEqual([`x.meta.json:${place} key-missing`]);
    expect(problems[0]?.message).toContain('"source" is blank');
  });

  test('is one problem at the first blank, which lists all', () => {
    const text = sidecarWith({ name: undefined, description: '', source: ' ', url: '' });
    const { problems } = read(text);
    expect(placesOf(problems)).toEqual([`x.meta.json:${lineAndColumn(text, '""')} key-missing`]);
    expect(problems[0]?.message).toContain('"name", "description", "source" and "url" are blank or missing');
    expect(problems[0]?.help.split('\n')).toHaveLength(4);
  });

  test('is reported beside a wrong url, which has a place of its own', () => {
    const text = sidecarWith({ source: '', url: 'x' });
    expect(placesOf(read(text).problems)).toEqual([
      `x.meta.json:${lineAndColumn(text, '""')} key-missing`,
      `x.meta.json:${lineAndColumn(text, '"x"')} value-invalid`,
    ]);
  });

  test('is neither a description nor a unit of a column, nor a licence or a category', () => {
    const columns = { a: { description: '', unit: ' ' }, b: { unit: 'm' }, c: {} };
    const { metadata, problems } = read(sidecarWith({ license: '', category: ' ', columns }));
    expect(problems).toEqual([]);
    expect(metadata).toMatchObject({ isSound: true, license: null, category: 'economy' });
    const plain = { description: '', nullable: false, required: false, numberFormat: {}, isNumber: false };
    expect([...(metadata?.columns ?? [])]).toEqual([
      ['a', plain],
      ['b', { ...plain, unit: 'm' }],
      ['c', plain],
    ]);
  });
});

test('all problems are reported at once', () => {
  const text = sidecarWith({ name: undefined, url: 'x', licence: 'CC0', columns: { a: {} }, csv: { missing: 1 } });
  expect(
    read(text)
      .problems.map(({ code }) => code)
      .sort(),
  ).toEqual(['key-missing', 'key-unknown', 'value-invalid', 'value-invalid']);
});

interface Read {
  metadata: Metadata | null;
  problems: Problem[];
}

function read(text: string): Read {
  const problems: Problem[] = [];
  const report: Report = (it) => problems.push(it);
  const document = readJson(join(folderWith({ 'x.meta.json': text }), 'x.meta.json'), 'x.meta.json', report);
  return { metadata: document && readSidecar(document, 'economy', report), problems };
}
