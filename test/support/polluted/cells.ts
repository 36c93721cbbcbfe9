import { type Polluted, type Table, write } from './table.ts';

/** Files whose cells may mean something else than they seem to. */
export function* cells(): Generator<Polluted> {
  yield* blankCells();
  yield* plusSigns();
  yield* pointsBetweenSemicolons();
  yield* exceptionsAmongFormatted();
  yield* nullTokens();
  yield* twins();
  yield* paddedAmounts();
}

const NAMES = ['id', 'place', 'people', 'colour'];
const ROWS: Table = [
  ['11', 'Rome', '2873', 'red'],
  ['12', 'Oslo', '709', 'light blue'],
  ['13', 'Bern', '134', 'green'],
  ['14', 'Riga', '605', 'red'],
  ['15', 'Turin', '851', 'light blue'],
  ['16', 'Graz', '292', 'green'],
];

/** The table with other texts in some cells, given by their rows. */
function withCells(column: string, texts: Readonly<Record<number, string>>, names = NAMES, rows = ROWS): Table {
  const cell = names.indexOf(column);
  return [names, ...rows.map((row, at) => (at in texts ? row.with(cell, texts[at] as string) : row))];
}

/** The table with another column in place of the people. */
function withColumn(texts: readonly string[]): Table {
  return [NAMES, ...ROWS.slice(0, texts.length).map((row, at) => row.with(2, texts[at] as string))];
}

function* blankCells(): Generator<Polluted> {
  for (const blank of [' ', '   ', '\t', '\u00A0', '\u2003', '\u3000', '\u200B']) {
    for (const [first, second] of [
      [0, 3],
      [2, 2],
      [4, 5],
    ] as const) {
      const readAs = withCells('place', { [first]: blank, [second]: blank });
      yield {
        kind: 'blank cells among texts',
        file: write(readAs),
        table: withCells('place', { [first]: '', [second]: '' }),
        codes: [],
        doubts: ['cells-blank'],
        readAs,
        fix: { missing: [blank] },
      };
    }
    const readAs = withCells('people', { 2: blank });
    const isAscii = blank.trim() === '' && blank.charCodeAt(0) < 0x80;
    yield {
      kind: 'a blank cell among numbers',
      file: write(readAs),
      table: withCells('people', { 2: '' }),
      codes: [],
      ...(isAscii ? {} : { doubts: ['nearly-numeric'], readAs, fix: { missing: [blank] } }),
    };
  }
}

function* plusSigns(): Generator<Polluted> {
  const codes = [
    ['+318855443322', '+31885544', '+4912345678'],
    ['+3188554', '+3188555'],
  ];
  for (const table of codes.map(withColumn))
    yield { kind: 'codes with a plus sign', file: write(table), table, codes: [] };
  for (const texts of [
    ['+5', '+7', '+12'],
    ['+1.5', '+2.25'],
    ['+318855443322', '+5'],
  ]) {
    yield {
      kind: 'only numbers with a plus sign',
      file: write(withColumn(texts)),
      table: withColumn(texts),
      codes: [],
      doubts: ['sign-doubtful'],
      readAs: withColumn(texts.map((text) => text.slice(1))),
    };
  }
  for (const texts of [
    ['+5', '-7', '+12'],
    ['+5', '0'],
    ['+5', '7'],
  ]) {
    const table = withColumn(texts.map((text) => text.replace('+', '')));
    yield { kind: 'some numbers with a plus sign', file: write(withColumn(texts)), table, codes: [] };
  }
}

function* pointsBetweenSemicolons(): Generator<Polluted> {
  for (const texts of [['3.243'], ['3.243', '12', '1.500'], ['-3.243', '1.500', '']]) {
    const table = withColumn(texts);
    const file = write(table, { delimiter: ';' });
    yield { kind: 'three digits after each point, between semicolons', file, table, codes: ['separator-doubtful'] };
    for (const delimiter of [',', '\t', '|']) {
      yield { kind: 'three digits after each point', file: write(table, { delimiter }), table, codes: [] };
    }
  }
  for (const texts of [
    ['3.243', '1.5'],
    ['3.243', '0.125'],
    ['3.243', '1.2345'],
    ['3.243', '1500'],
  ]) {
    const table = withColumn(texts);
    yield { kind: 'decimals between semicolons', file: write(table, { delimiter: ';' }), table, codes: [] };
  }
}

function* exceptionsAmongFormatted(): Generator<Polluted> {
  const formats: readonly (readonly [string[], Record<string, string>, string[]])[] = [
    [['150.582,81', '1.234,5', '7,25', '12'], { thousands: '.', decimal: ',' }, ['150582.81', '1234.5', '7.25', '12']],
    [['1,234,567', '1,234', '7', '12,345'], { thousands: ',' }, ['1234567', '1234', '7', '12345']],
  ];
  for (const [texts, format, numbers] of formats) {
    for (const mark of ['k. A.', 'n. v.', 's/d', '*', '…']) {
      for (const at of [0, 2, 4]) {
        const readAs = withColumn(texts.toSpliced(at, 0, mark));
        yield {
          kind: 'a text among formatted numbers',
          file: write(readAs, { delimiter: ';' }),
          table: withColumn(numbers.toSpliced(at, 0, '')),
          codes: [],
          doubts: ['number-format'],
          readAs,
          fix: { ...format, missing: [mark] },
        };
      }
    }
  }
}

function* nullTokens(): Generator<Polluted> {
  for (const token of ['NA', 'N/A', 'n/a', '#N/A', 'NULL', 'null', 'None', 'NaN', '-', '..']) {
    const readAs = withCells('colour', { 1: token, 4: token });
    yield {
      kind: 'a null token among texts',
      file: write(readAs),
      table: withCells('colour', { 1: '', 4: '' }),
      codes: [],
      doubts: ['null-tokens-kept'],
      readAs,
      fix: { missing: [token] },
    };
  }
  const lands = ['FR', 'NA', 'DE', 'IT', 'ES', 'NA'];
  const table = withCells('colour', lands);
  yield { kind: 'Namibia among countries', file: write(table), table, codes: [] };
}

function* twins(): Generator<Polluted> {
  for (const pad of [(text: string) => `${text} `, (text: string) => ` ${text}`, (text: string) => `\t${text}`]) {
    const table = withCells('place', { 2: 'Rome' });
    const readAs = withCells('place', { 2: pad('Rome') });
    yield {
      kind: 'a name with a blank',
      file: write(readAs),
      table,
      codes: [],
      doubts: ['values-alike'],
      readAs,
      fix: { trim: true },
    };
  }
  for (const name of ['Zo\u00EB', '\u00C5land', 'Ti\u1EBFng']) {
    const table = withCells('place', { 1: name, 3: name.normalize('NFD') });
    yield { kind: 'a name in two normalisations', file: write(table), table, codes: [], doubts: ['values-alike'] };
    const alone = withCells('place', { 3: name.normalize('NFD') });
    yield { kind: 'a decomposed name', file: write(alone), table: alone, codes: [] };
  }
}

function* paddedAmounts(): Generator<Polluted> {
  for (const texts of [
    ['$4,000 ', '$3,500 ', '$12,000 '],
    [' 1,234.5', ' 2,345.5', ' 7.5'],
  ]) {
    const readAs = withColumn(texts);
    yield { kind: 'padded amounts', file: write(readAs), table: readAs, codes: [], doubts: ['number-format'] };
  }
}
