import { expect, test } from 'vitest';
import { buildApi } from '../../src/build.ts';
import { memoryOutput } from './memory-output.ts';
import { rawDataWith, sidecarWith } from './raw-data-folder.ts';

/*
 * A clean table, and the ways in which files of public institutions differ from it. Whatever the way, a file is read
 * exactly or refused with a code that fits; it is never published as something else.
 */

const HEADER = ['id', 'fruit', 'price', 'day', 'note'];
const ROWS = [
  ['11', 'apple', '1.50', '2020-01-03', 'red, and green'],
  ['12', 'pear', '2.25', '2020-01-04', 'soft'],
  ['13', 'plum', '0.75', '2020-01-05', 'says "blue"'],
  ['14', 'fig', '4.00', '2020-01-06', 'dried, mostly'],
  ['15', 'kiwi', '3.10', '2020-01-07', 'green'],
  ['16', 'date', '5.95', '2020-01-08', 'sweet; very'],
  ['17', 'açaí', '9.99', '2020-01-09', 'frozen'],
];
const TABLE = [HEADER, ...ROWS];

interface Polluted {
  kind: string;
  file: string | Uint8Array;
  /** Codes that are right for it; none where it must be read. */
  codes: readonly string[];
  /** The entry of the sidecar with which it is read exactly. */
  cure?: Record<string, unknown>;
}

interface Writing {
  delimiter?: string;
  quote?: string;
  escape?: string;
  newline?: string;
}

function cellText(cell: string, { delimiter = ',', quote = '"', escape: mark = quote }: Writing): string {
  const isPlain = ![delimiter, quote, '\n', '\r'].some((special) => cell.includes(special));
  return isPlain ? cell : quote + cell.replaceAll(quote, mark + quote) + quote;
}

function linesOf(table: readonly (readonly string[])[], how: Writing = {}): string[] {
  return table.map((row) => row.map((cell) => cellText(cell, how)).join(how.delimiter ?? ','));
}

function write(table: readonly (readonly string[])[], how: Writing = {}): string {
  const newline = how.newline ?? '\n';
  return linesOf(table, how).join(newline) + newline;
}

const CLEAN = write(TABLE);

/** The clean file with a line put in another's place. */
function withLine(index: number, change: (line: string) => string): string {
  const lines = linesOf(TABLE);
  lines[index] = change(lines[index] as string);
  return `${lines.join('\n')}\n`;
}

const RAGGED = [
  'row-too-short',
  'row-too-long',
  'footer-found',
  'quote-stray',
  'quote-unclosed',
  'column-unnamed',
  'column-duplicate',
  'delimiter-doubtful',
];
const QUOTES = ['quote-stray', 'quote-unclosed', 'row-too-short', 'row-too-long', 'footer-found', 'quote-doubtful'];

function positionsOf(text: string, mark: string): number[] {
  return [...text].flatMap((character, at) => (character === mark ? [at] : []));
}

/** Where the commas of a line stand that separate cells. */
function delimitersOf(line: string): number[] {
  return positionsOf(line, ',').filter((at) => positionsOf(line.slice(0, at), '"').length % 2 === 0);
}

function* delimiterFaults(): Generator<Polluted> {
  for (const [index, line] of linesOf(TABLE).entries()) {
    for (const at of delimitersOf(line)) {
      yield {
        kind: 'delimiter missing',
        file: withLine(index, (it) => it.slice(0, at) + it.slice(at + 1)),
        codes: RAGGED,
      };
      yield {
        kind: 'delimiter twice',
        file: withLine(index, (it) => `${it.slice(0, at)},${it.slice(at)}`),
        codes: RAGGED,
      };
    }
    yield { kind: 'delimiter in front', file: withLine(index, (it) => `,${it}`), codes: RAGGED };
    yield { kind: 'delimiter at the end', file: withLine(index, (it) => `${it},`), codes: RAGGED };
  }
  yield {
    kind: 'delimiter ends every line',
    file: linesOf(TABLE)
      .map((line) => `${line},\n`)
      .join(''),
    codes: RAGGED,
  };
}

function* quoteFaults(): Generator<Polluted> {
  const all = TABLE.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
  yield { kind: 'every cell quoted', file: `${all}\n`, codes: [] };
  for (const at of positionsOf(CLEAN, '"')) {
    yield { kind: 'quote missing', file: CLEAN.slice(0, at) + CLEAN.slice(at + 1), codes: QUOTES };
    yield { kind: 'quote too many', file: `${CLEAN.slice(0, at)}"${CLEAN.slice(at)}`, codes: QUOTES };
  }
  for (const at of positionsOf(all, '"')) {
    yield {
      kind: 'quote missing where all are quoted',
      file: all.slice(0, at) + all.slice(at + 1),
      codes: QUOTES,
    };
  }
  for (const [index, line] of linesOf(TABLE).entries()) {
    for (let at = 0; at <= line.length; at += 3) {
      yield { kind: 'stray quote', file: withLine(index, (it) => `${it.slice(0, at)}"${it.slice(at)}`), codes: QUOTES };
    }
  }
}

function* dialects(): Generator<Polluted> {
  for (const delimiter of [',', ';', '\t', '|']) {
    for (const newline of ['\n', '\r\n', '\r']) {
      yield { kind: 'delimiter', file: write(TABLE, { delimiter, newline }), codes: [] };
    }
  }
  for (const delimiter of [':', '^', '~', ' ']) {
    const codes = [...RAGGED, 'preamble-found', 'header-missing'];
    yield { kind: 'unusual delimiter', file: write(TABLE, { delimiter }), codes, cure: { delimiter } };
  }
  for (const quote of ["'", '`']) {
    const all = TABLE.map((row) => row.map((cell) => quote + cell + quote).join(',')).join('\n');
    const codes = [...QUOTES, 'quote-doubtful'];
    yield { kind: 'unusual quote', file: `${all}\n`, codes, cure: { quote } };
    yield { kind: 'unusual quote where needed', file: write(TABLE, { quote }), codes, cure: { quote } };
  }
  yield { kind: 'backslash escapes', file: write(TABLE, { escape: '\\' }), codes: QUOTES, cure: { escape: '\\' } };
  for (const index of TABLE.keys()) {
    const mixed = linesOf(TABLE)
      .map((line, at) => line + (at === index ? '\r\n' : '\n'))
      .join('');
    yield { kind: 'mixed line endings', file: mixed, codes: ['line-endings-mixed'] };
  }
}

function* surroundings(): Generator<Polluted> {
  for (const count of [1, 2, 3]) {
    const title = ['Fruit of the year', 'Office of Fruit', 'All figures are final'].slice(0, count);
    for (const [kind, lines] of [
      ['preamble', title],
      ['preamble and blank line', [...title, '']],
      ['preamble of full width', title.map((it) => `${it},,,,`)],
    ] as const) {
      const file = `${lines.join('\n')}\n${CLEAN}`;
      yield { kind, file, codes: ['preamble-found'], cure: { skipRows: lines.length } };
    }
    const notes = ['Source: Office of Fruit', 'p = provisional', 'End of file'].slice(0, count);
    const footer = `${CLEAN}${notes.join('\n')}\n`;
    yield { kind: 'footer', file: footer, codes: ['footer-found'], cure: { footerRows: count } };
    yield {
      kind: 'footer behind a blank line',
      file: `${CLEAN}\n${notes.join('\n')}\n`,
      codes: ['footer-found'],
      cure: { footerRows: count },
    };
    const comments = notes.map((note) => `# ${note}\n`).join('');
    yield { kind: 'comments', file: comments + CLEAN, codes: ['preamble-found'], cure: { comment: '#' } };
    yield { kind: 'blank lines at the end', file: CLEAN + '\n'.repeat(count), codes: [] };
    const spread = linesOf(TABLE).join(`${'\n'.repeat(count)}\n`);
    yield { kind: 'blank lines between', file: `${spread}\n`, codes: [] };
  }
  yield { kind: 'sep=', file: `sep=,\n${CLEAN}`, codes: ['preamble-found'], cure: { skipRows: 1 } };
}

function* headersAndTables(): Generator<Polluted> {
  yield { kind: 'no header', file: write(ROWS), codes: ['header-missing'], cure: { header: HEADER } };
  const units = [HEADER, ['', '', 'euro', 'date', ''], ...ROWS];
  const names = { header: HEADER, skipRows: 2 };
  yield {
    kind: 'two header rows',
    file: write([HEADER, ['number', 'name', 'euro', 'date', 'text'], ...ROWS]),
    codes: ['header-rows'],
    cure: names,
  };
  yield {
    kind: 'a row of units with gaps',
    file: write([HEADER, ['#', '', 'euro', '', ''], ...units.slice(2)]),
    codes: ['header-rows'],
    cure: names,
  };
  yield { kind: 'two tables of one form', file: CLEAN + CLEAN, codes: ['header-repeated'] };
  yield { kind: 'two tables of one form, apart', file: `${CLEAN}\n${CLEAN}`, codes: ['header-repeated'] };
  yield {
    kind: 'two tables, the second narrower',
    file: `${CLEAN}\ncity,people\nRome,3\nOslo,1\nBern,0\n`,
    codes: ['row-too-short', 'footer-found'],
    cure: { footerRows: 4 },
  };
  yield { kind: 'two tables, the second wider', file: `${CLEAN}\na,b,c,d,e,f\n1,2,3,4,5,6\n`, codes: ['row-too-long'] };
  yield { kind: 'empty file', file: '', codes: ['file-empty'] };
  yield { kind: 'blank lines alone', file: '\n\n\n', codes: ['header-missing', 'column-unnamed'] };
  yield { kind: 'names missing', file: write([['id', '', 'price', 'day', ''], ...ROWS]), codes: ['column-unnamed'] };
  yield {
    kind: 'names twice',
    file: write([['id', 'id', 'price', 'day', 'day'], ...ROWS]),
    codes: ['column-duplicate'],
  };
  yield { kind: 'no line ending at the end', file: CLEAN.slice(0, -1), codes: [] };
}

function* encodings(): Generator<Polluted> {
  yield { kind: 'UTF-8 with a mark', file: `\uFEFF${CLEAN}`, codes: [] };
  yield { kind: 'UTF-16 with a mark', file: Buffer.from(`\uFEFF${CLEAN}`, 'utf16le'), codes: [] };
  yield { kind: 'UTF-16 big-endian with a mark', file: Buffer.from(`\uFEFF${CLEAN}`, 'utf16le').swap16(), codes: [] };
  const bare = ['encoding-invalid', 'nul-character'];
  yield {
    kind: 'UTF-16 without a mark',
    file: Buffer.from(CLEAN, 'utf16le'),
    codes: bare,
    cure: { encoding: 'utf-16le' },
  };
  yield {
    kind: 'Latin-1',
    file: Buffer.from(CLEAN, 'latin1'),
    codes: ['encoding-invalid'],
    cure: { encoding: 'latin1' },
  };
}

/** `read`, the codes of the errors, or `wrong` when something else than the table was published. */
function outcomeOf(file: string | Uint8Array, csv: Record<string, unknown>): string[] {
  const rawData = rawDataWith({ 'economy/x.csv': file, 'economy/x.meta.json': sidecarWith({ csv }) });
  const output = memoryOutput();
  const { problems, published } = buildApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, output);
  if (!published) return [...new Set(problems.filter(({ severity }) => severity === 'error').map(({ code }) => code))];
  const { results } = JSON.parse(output.files.get('v1/datasets/x.json') ?? '') as {
    results: Record<string, unknown>[];
  };
  const expected = ROWS.map(([id, fruit, price, day, note]) => ({
    id: Number(id),
    fruit,
    price: Number(price),
    day,
    note,
  }));
  return [JSON.stringify(results) === JSON.stringify(expected) ? 'read' : 'wrong'];
}

const FILES = [
  ...delimiterFaults(),
  ...quoteFaults(),
  ...dialects(),
  ...surroundings(),
  ...headersAndTables(),
  ...encodings(),
];

/** How many files are read, and how many refused for which reason first. */
const TALLY = {
  'read': 23,
  'column-duplicate': 1,
  'column-unnamed': 8,
  'encoding-invalid': 2,
  'file-empty': 1,
  'footer-found': 11,
  'header-missing': 2,
  'header-repeated': 2,
  'header-rows': 2,
  'line-endings-mixed': 8,
  'preamble-found': 13,
  'quote-stray': 196,
  'quote-unclosed': 12,
  'row-too-long': 47,
  'row-too-short': 21,
};

test('no polluted file is published as something else than its table', () => {
  const tally: Record<string, number> = {};
  const faults: string[] = [];
  for (const { kind, file, codes } of FILES) {
    const outcomes = outcomeOf(file, {});
    const [first = 'nothing'] = outcomes;
    tally[first] = (tally[first] ?? 0) + 1;
    const isRight = first === 'read' ? codes.length === 0 : outcomes.some((code) => codes.includes(code));
    if (!isRight) faults.push(`${kind}: ${outcomes.join(' ')}\n${file.toString().slice(0, 400)}`);
  }
  expect(faults).toEqual([]);
  expect(tally).toEqual(TALLY);
});

test('with the right entry in the sidecar, a file that has one right reading is read exactly', () => {
  const cured = FILES.filter(({ cure }) => cure);
  const left = cured.filter(({ file, cure }) => outcomeOf(file, cure ?? {})[0] !== 'read');
  expect(left.map(({ kind, file, cure }) => `${kind}: ${outcomeOf(file, cure ?? {})}`)).toEqual([]);
  expect(cured.length).toBeGreaterThan(20);
});
