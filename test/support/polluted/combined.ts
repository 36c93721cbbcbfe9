import { linesOf, PAIRS, PLACES, PLAIN, type Polluted, RICH, type Table, WORDS, write } from './table.ts';

/** One way in which files differ from a clean table, to be combined with others. */
interface Fault {
  codes: readonly string[];
  fix: Record<string, unknown>;
}

/** Faults of each line of the table. */
const CELLS: readonly (Fault & { line: (line: string) => string })[] = [
  { line: (line) => line, codes: [], fix: {} },
  { line: (line) => `${line},`, codes: ['column-unnamed'], fix: { trailingDelimiter: true } },
  { line: (line) => line.replaceAll(',', '^'), codes: ['delimiter-doubtful'], fix: { delimiter: '^' } },
  { line: (line) => line.replaceAll(',', ' , '), codes: ['blanks-around'], fix: { trim: true } },
  { line: (line) => line.replace(/[^,]+/g, "'$&'"), codes: ['quote-doubtful'], fix: { quote: "'" } },
];

/** Faults around the records, from the inside out. */
const AROUND: readonly (Fault & { text: (text: string) => string | Uint8Array })[] = [
  { text: (text) => `${text}Source: Office of Fruit\n`, codes: ['footer-found'], fix: { footerRows: 1 } },
  { text: (text) => `Fruit of the year\n\n${text}`, codes: ['preamble-found'], fix: { skipRows: 2 } },
  { text: (text) => Buffer.from(text, 'utf16le'), codes: ['encoding-invalid'], fix: { encoding: 'utf-16le' } },
];

const EMPTY: Fault = { codes: ['rows-empty'], fix: { emptyRows: 'skip' } };

/** Files with two faults or more. */
export function* combined(): Generator<Polluted> {
  for (const table of [PLAIN, PLACES]) {
    for (const cells of CELLS) {
      for (const hasEmptyRow of [false, true]) {
        for (let choice = 0; choice < 2 ** AROUND.length; choice += 1) {
          const around = AROUND.filter((_, at) => (choice >> at) % 2 === 1);
          const faults = [...(cells.codes.length > 0 ? [cells] : []), ...(hasEmptyRow ? [EMPTY] : []), ...around];
          if (faults.length < 2) continue;
          yield {
            kind: `combined: ${faults.map(({ codes }) => codes).join(', ')}`,
            file: around.reduce<string | Uint8Array>(
              (text, fault) => fault.text(text as string),
              linesWith(table, hasEmptyRow)
                .map((line) => `${cells.line(line)}\n`)
                .join(''),
            ),
            table,
            codes: faults.flatMap(({ codes }) => codes),
            fix: Object.assign({}, ...faults.map(({ fix }) => fix)),
          };
        }
      }
    }
  }
}

function linesWith(table: Table, hasEmptyRow: boolean): string[] {
  const lines = linesOf(table);
  return hasEmptyRow ? [...lines.slice(0, 3), ','.repeat((table[0]?.length ?? 1) - 1), ...lines.slice(3)] : lines;
}

const CITIES: Table = [
  ['city', 'people', 'area', 'founded', 'mayor'],
  ['Rome', '2873', '1285.3', '-753', 'Gualtieri'],
  ['Oslo', '709', '454.1', '1040', 'Lindboe'],
  ['Bern', '134', '51.6', '1191', 'Graffenried'],
];

const RIVERS: Table = [
  ['river', 'length', 'depth', 'bridges', 'sea'],
  ['Po', '652', '10.0', '19', 'Adria'],
  ['Elbe', '1094', '12.5', '77', 'North Sea'],
];

/** Files with more than one table. */
export function* severalTables(): Generator<Polluted> {
  const one = ['tables-several'];
  yield* thousandsBelow();
  for (const table of [PLAIN, RICH, PLACES]) {
    const first = write(table);
    const ofWidth = (other: Table): string => write(other.map((row) => row.slice(0, table[0]?.length)));
    const others = ofWidth(CITIES);
    yield { kind: 'two tables of one width', file: first + others, table, codes: one };
    yield { kind: 'two tables of one width, apart', file: `${first}\n${others}`, table, codes: one };
    yield { kind: 'two tables of one width, apart', file: `${first}\n\n${others}`, table, codes: one };
    yield {
      kind: 'two tables of one width, by delimiters',
      file: `${first}${','.repeat((table[0]?.length ?? 1) - 1)}\n${others}`,
      table,
      codes: ['rows-empty', ...one],
    };
    yield {
      kind: 'three tables of one width',
      file: `${first}\n${others}\n${ofWidth(RIVERS)}`,
      table,
      codes: one,
    };
    for (let width = 1; width < (table[0]?.length ?? 0); width += 1) {
      const narrow = write(CITIES.map((row) => row.slice(0, width)));
      const codes = ['row-too-short', 'footer-found'];
      const fix = { footerRows: CITIES.length };
      yield { kind: 'two tables, the second narrower', file: first + narrow, table, codes, fix };
      yield { kind: 'two tables, the second narrower, apart', file: `${first}\n${narrow}`, table, codes, fix };
    }
    const wide = write(CITIES.map((row) => [...row, ...row.slice(1)]));
    yield { kind: 'two tables, the second wider', file: first + wide, table, codes: ['row-too-long'] };
    yield { kind: 'two tables, the second wider, apart', file: `${first}\n${wide}`, table, codes: ['row-too-long'] };
    const lines = linesOf(table);
    const beside = (gap: string): string =>
      `${lines.map((line, at) => line + gap + (linesOf(CITIES)[at] ?? ',,,,')).join('\n')}\n`;
    yield { kind: 'two tables side by side', file: beside(',,'), table, codes: ['column-unnamed'] };
    yield { kind: 'two tables side by side, two columns apart', file: beside(',,,'), table, codes: ['column-unnamed'] };
  }
  // In a table of texts, a header looks like a record; but a blank line often separates tables.
  const readAs = [...WORDS, ...RIVERS.map(([river = '', , , , sea = '']) => [river, 'blue', sea])];
  yield {
    kind: 'two tables of texts, apart',
    file: `${write(WORDS)}\n${write(readAs.slice(WORDS.length))}`,
    table: WORDS,
    codes: [],
    doubts: ['blank-lines'],
    readAs,
  };
  const pair: Table = [
    ['city', 'people'],
    ['Rome', '2873'],
    ['Oslo', '709'],
  ];
  yield { kind: 'two tables of two columns, apart', file: `${write(PAIRS)}\n${write(pair)}`, table: PAIRS, codes: one };
}

/** One table, in which the first row of large numbers has blanks in two columns at once, but no names. */
function* thousandsBelow(): Generator<Polluted> {
  for (const mark of [' ', '\u00A0', '\u202F']) {
    const large = (separator: string): Table => [
      ['people', 'area'],
      ['234', '678'],
      ['999', '5'],
      [`12${separator}345`, `1${separator}000`],
      ['17', `3${separator}500`],
    ];
    for (const delimiter of [',', ';', '\t', '|']) {
      yield {
        kind: 'thousands in two columns at once',
        file: write(large(mark), { delimiter }),
        table: large(''),
        codes: [],
        doubts: ['number-format'],
        readAs: large(mark),
        fix: { thousands: mark },
      };
    }
  }
}
