import {
  linesOf,
  PAIRS,
  PLACES,
  PLAIN,
  type Polluted,
  RAGGED,
  RICH,
  type Table,
  WORDS,
  withLine,
  write,
} from './table.ts';

/** Files whose cells are separated in wrong or unusual ways. */
export function* delimiterFaults(): Generator<Polluted> {
  for (const table of [RICH, PLAIN, PAIRS, PLACES, WORDS]) yield* misplaced(table);
  for (const table of [RICH, PLAIN, PAIRS, PLACES, WORDS]) yield* atLineEnds(table);
  yield* decimalCommas();
  yield* blanksAround();
  const [names = [], ...rows] = linesOf(PLAIN);
  for (const delimiter of [';', '\t', '|']) {
    const below = rows.map((row) => row.replaceAll(',', delimiter));
    yield {
      kind: 'header with another delimiter',
      file: `${[names, ...below].join('\n')}\n`,
      table: PLAIN,
      codes: ['delimiter-doubtful'],
      fix: { skipRows: 1, header: PLAIN[0] },
    };
  }
  const two = PAIRS.map(([fruit, price]) => `${fruit},x;${price}\n`).join('');
  yield { kind: 'two delimiters', file: two, table: PAIRS, codes: ['delimiter-doubtful'] };
  yield {
    kind: 'aligned with blanks',
    file: `${PAIRS.map(([fruit = '', price = '']) => `${fruit.padEnd(10)}${price}`).join('\n')}\n`,
    table: PAIRS,
    codes: ['delimiter-doubtful'],
  };
}

function* misplaced(table: Table): Generator<Polluted> {
  for (const [index, line] of linesOf(table).entries()) {
    for (const at of delimitersOf(line)) {
      yield {
        kind: 'delimiter missing',
        file: withLine(table, index, (it) => it.slice(0, at) + it.slice(at + 1)),
        table,
        codes: RAGGED,
      };
      yield {
        kind: 'delimiter twice',
        file: withLine(table, index, (it) => `${it.slice(0, at)},${it.slice(at)}`),
        table,
        codes: RAGGED,
      };
    }
    yield { kind: 'delimiter at the start', file: withLine(table, index, (it) => `,${it}`), table, codes: RAGGED };
    yield {
      kind: 'delimiter at the end',
      file: withLine(table, index, (it) => `${it},`),
      table,
      codes: RAGGED,
      ...(index === 0 ? { fix: { trailingDelimiter: true } } : {}),
    };
  }
}

/** Offsets of the commas that separate cells in a line. */
function delimitersOf(line: string): number[] {
  const isQuoted = (at: number): boolean => (line.slice(0, at).match(/"/g)?.length ?? 0) % 2 === 1;
  return [...line].flatMap((character, at) => (character === ',' && !isQuoted(at) ? [at] : []));
}

function* atLineEnds(table: Table): Generator<Polluted> {
  const fix = { trailingDelimiter: true };
  for (const delimiter of [',', ';', '\t', '|']) {
    const lines = linesOf(table, { delimiter });
    const [names = '', ...rows] = lines;
    const ended = (all: readonly string[]): string => all.map((line) => `${line}${delimiter}\n`).join('');
    yield { kind: 'delimiter ends every line', file: ended(lines), table, codes: ['column-unnamed'], fix };
    yield {
      kind: 'delimiter ends every line but the header',
      file: `${names}\n${ended(rows)}`,
      table,
      codes: ['row-too-long'],
      fix: { ...fix, delimiter },
    };
  }
}

/** Numbers with a decimal comma, and with separated thousands. */
function* decimalCommas(): Generator<Polluted> {
  const [names = [], ...rows] = PLAIN;
  const withCommas: Table = [names, ...rows.map((row) => row.map((cell) => cell.replace('.', ',')))];
  const doubts = ['number-format'];
  for (const delimiter of [';', '\t', '|', ',']) {
    yield {
      kind: 'decimal comma',
      file: write(withCommas, { delimiter }),
      table: PLAIN,
      codes: [],
      doubts,
      readAs: withCommas,
      fix: { decimal: ',' },
    };
  }
  for (const delimiter of [':', '^']) {
    yield {
      kind: 'decimal comma and an unusual delimiter',
      file: write(withCommas, { delimiter }),
      table: PLAIN,
      codes: [...RAGGED, 'preamble-found'],
      readAs: withCommas,
      fix: { delimiter, decimal: ',' },
    };
  }
  const split = (all: Table): string => all.map((row) => `${row.join(',')}\n`).join('');
  yield { kind: 'decimal comma without quotes', file: split(withCommas), table: PLAIN, codes: ['row-too-long'] };
  const some: Table = [names, ...rows.map((row, index) => (index % 2 === 0 ? (withCommas[index + 1] ?? row) : row))];
  yield { kind: 'decimal comma in some rows', file: split(some), table: PLAIN, codes: ['row-too-long'] };
  for (const thousands of [',', '.', ' ', '\u00A0', '\u202F', "'"]) {
    const large = (mark: string): Table => [
      ['place', 'people'],
      ...[1234, 56789, 1234567].map((people) => [`p${people}`, people.toLocaleString('en').replaceAll(',', mark)]),
    ];
    const table = large('');
    yield {
      kind: 'thousands separated',
      file: write(large(thousands)),
      table,
      codes: [],
      doubts: thousands === '.' ? [] : doubts,
      readAs: large(thousands),
      fix: thousands === '.' ? { thousands, decimal: ',' } : { thousands },
    };
    if (thousands === ',') {
      yield { kind: 'thousands separated, without quotes', file: split(large(',')), table, codes: ['row-too-long'] };
    }
  }
}

/** Blanks that are not part of the cells. */
function* blanksAround(): Generator<Polluted> {
  const fix = { trim: true };
  const codes = ['blanks-around', 'quote-stray'];
  for (const table of [RICH, PLAIN, PAIRS]) {
    for (const mark of [',', ';', '\t', '|']) {
      const cells = table.map((row) => linesOf([row.map((cell) => cell)], { delimiter: mark }).join(''));
      const around = (before: string, after: string): string =>
        `${cells.map((line) => replaceDelimiters(line, mark, before + mark + after)).join('\n')}\n`;
      const blank = mark === '\t' ? ' ' : mark === ',' ? ' ' : '  ';
      yield { kind: 'blank after each delimiter', file: around('', blank), table, codes, fix };
      yield { kind: 'blank before each delimiter', file: around(blank, ''), table, codes, fix };
      yield { kind: 'blanks around each delimiter', file: around(blank, blank), table, codes, fix };
    }
    const [names = '', ...rows] = linesOf(table);
    const below = rows.map((line) => replaceDelimiters(line, ',', ', '));
    yield {
      kind: 'blank after the delimiters of records',
      file: [names, ...below, ''].join('\n'),
      table,
      // Blanks around numbers are ignored, and quotes after blanks are refused.
      ...(table === RICH ? { codes, fix } : doubtOf(table, (text) => ` ${text}`)),
    };
    const width = 16;
    const padded = table.map((row) =>
      row
        .map((cell) =>
          linesOf([[cell]])
            .join('')
            .padEnd(width),
        )
        .join(','),
    );
    yield { kind: 'cells padded with blanks', file: `${padded.join('\n')}\n`, table, codes, fix };
    const paddedText = (row: readonly string[]): string => linesOf([row.map((cell) => cell.padEnd(width))]).join('');
    yield {
      kind: 'values padded with blanks, as by databases',
      file: [names, ...table.slice(1).map(paddedText), ''].join('\n'),
      table,
      ...doubtOf(table, (text) => text.padEnd(width)),
    };
  }
}

/** The outcome of reading a table whose values have blanks around them, apart from the first column: those of texts are kept. */
function doubtOf(table: Table, pad: (text: string) => string): Pick<Polluted, 'codes' | 'doubts' | 'readAs' | 'fix'> {
  const [names = [], ...rows] = table;
  const isText = names.map((_, cell) => rows.some((row) => !/^[0-9.]*$/.test(row[cell] as string)));
  const isPadded = isText.map((is, cell) => is && (cell > 0 || pad('x').startsWith('x')));
  if (!isPadded.includes(true)) return { codes: [] };
  const readAs = [names, ...rows.map((row) => row.map((text, cell) => (isPadded[cell] ? pad(text) : text)))];
  return { codes: [], doubts: ['cells-padded'], readAs, fix: { trim: true } };
}

function replaceDelimiters(line: string, delimiter: string, by: string): string {
  return line
    .split('"')
    .map((stretch, index) => (index % 2 === 0 ? stretch.replaceAll(delimiter, by) : stretch))
    .join('"');
}
