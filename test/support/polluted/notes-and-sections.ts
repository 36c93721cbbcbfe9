import { linesOf, type Polluted, type Table, write } from './table.ts';

const DELIMITERS = [',', ';', '\t'] as const;

/** Numbers of records. */
const SIZES = [4, 11, 40] as const;

/** Files with notes below the records, and with rows between them that are no records, or stand for several. */
export function* notesAndSections(): Generator<Polluted> {
  for (const delimiter of DELIMITERS) {
    for (const size of SIZES) {
      yield* notes(delimiter, size);
      yield* notesOfTwoCells(delimiter, size);
      yield* sections(delimiter, size);
      yield* totalsFirst(delimiter, size);
      yield* mergedCells(delimiter, size);
      yield* repeatedHeaders(delimiter, size);
    }
  }
}

const BEGINNINGS = ['Nor', 'Sel', 'Wal', 'Bram', 'Hel', 'Tor', 'Lin'];
const ENDS = ['burg', 'stad', 'ville', 'ford', 'by', 'heim'];

function place(row: number): string {
  return `${BEGINNINGS[row % BEGINNINGS.length]}${ENDS[Math.floor(row / BEGINNINGS.length) % ENDS.length]}`;
}

/** A table of some records, whose keys are years or names. */
function tableOf(size: number, key: 'year' | 'place'): Table {
  const rows = Array.from({ length: size }, (_, row) => [
    key === 'year' ? String(1980 + row) : place(row),
    String(1200 + row * 37),
    String(900 + ((row * 53) % 400)),
    (3 + row / 8).toFixed(2),
  ]);
  return [[key, 'births', 'deaths', 'rate'], ...rows];
}

function row(...cells: string[]): string[] {
  return [...cells, ...Array<string>(4 - cells.length).fill('')];
}

/** Notes that begin with numbers, signs and words; after `sure`, whether they are notes below names too. */
const NOTES: readonly { texts: readonly string[]; sure: boolean }[] = [
  { texts: ['1.- A partir de 2015 cambia la base'], sure: false },
  { texts: ['2021 values are provisional.'], sure: false },
  { texts: ['1) Vorläufige Zahlen', '2) Geschätzt'], sure: true },
  { texts: ['1. Données révisées', '2. Hors Mayotte', 'Champ : France métropolitaine'], sure: false },
  { texts: ['(1) Dati provvisori; rettificati', 'Fonte: Ufficio, Roma'], sure: true },
  { texts: ['+ = mehr als nichts'], sure: false },
  { texts: ['- keine Angabe'], sure: false },
  { texts: ['Dane szacunkowe'], sure: false },
  { texts: ['2024年は暫定値'], sure: false },
  { texts: ['¹ Odhad'], sure: false },
];

function* notes(delimiter: string, size: number): Generator<Polluted> {
  for (const key of ['year', 'place'] as const) {
    const table = tableOf(size, key);
    const clean = write(table, { delimiter });
    for (const { texts, sure } of NOTES) {
      const rows = texts.map((text) => row(text));
      const text = write(rows, { delimiter });
      const fix = { footerRows: rows.length };
      const outcome: Pick<Polluted, 'codes' | 'doubts' | 'readAs'> =
        sure || key === 'year'
          ? { codes: ['footer-found'] }
          : { codes: [], doubts: ['footer-doubtful'], readAs: [...table, ...rows] };
      const kind = `notes such as ${texts[0]}, below ${key}s`;
      yield { kind, file: clean + text, table, fix, ...outcome };
      yield { kind: `${kind}, after a blank line`, file: `${clean}\n${text}`, table, fix, ...outcome };
      const short = write(
        texts.map((it) => [it]),
        { delimiter },
      );
      yield { kind: `${kind}, in short rows`, file: clean + short, table, fix, codes: ['footer-found'] };
    }
    const readAs = withSections(table, 2);
    const file = write([...readAs, row('1) Revised'), row('Source: office')], { delimiter });
    yield { kind: `notes below sections of ${key}s`, file, table, codes: ['footer-found'], readAs };
  }
}

/** Notes whose label and text are in two cells, as programs write them that count cells. */
function* notesOfTwoCells(delimiter: string, size: number): Generator<Polluted> {
  for (const [key, pairs] of [
    ['place', [['Source:', 'INE']]],
    ['year', [['Fuente', 'INE']]],
    [
      'place',
      [
        ['Quelle', 'Amt'],
        ['Stand:', '12.03.2024'],
      ],
    ],
    ['year', [['Lähde:', 'Tilastokeskus']]],
  ] as const) {
    const table = tableOf(size, key);
    const clean = write(table, { delimiter });
    const rows = pairs.map((pair) => row(...pair));
    const text = write(rows, { delimiter });
    const fix = { footerRows: rows.length };
    const it = { table, codes: ['footer-found'], fix };
    yield { kind: 'notes of two cells', file: clean + text, ...it };
    yield { kind: 'notes of two cells after a blank line', file: `${clean}\n${text}`, ...it };
    yield {
      kind: 'notes of two cells after a line of delimiters',
      file: `${clean}${delimiter.repeat(3)}\n${text}`,
      table,
      codes: ['rows-empty', 'footer-found'],
      fix: { emptyRows: 'skip', footerRows: rows.length + 1 },
    };
  }
  const table = tableOf(size, 'place');
  yield {
    kind: 'a contact of two cells after a line of delimiters',
    file: `${write(table, { delimiter })}${delimiter.repeat(3)}\n${write([row('Kontakt', 'Amt in Kiel')], { delimiter })}`,
    table,
    codes: ['rows-empty'],
    fix: { emptyRows: 'skip', footerRows: 2 },
  };
}

/** The table with a heading above every part of its records. */
function withSections([names = [], ...rows]: Table, parts: number): Table {
  const length = Math.ceil(rows.length / parts);
  return [
    names,
    ...rows.flatMap((record, at) =>
      at % length === 0 ? [row(`Region ${'ABCDEFGH'[at / length]}st`), record] : [record],
    ),
  ];
}

function* sections(delimiter: string, size: number): Generator<Polluted> {
  for (const parts of [2, 4]) {
    for (const key of ['year', 'place'] as const) {
      const table = tableOf(size, key);
      const readAs = withSections(table, parts);
      const kind = `sections of ${key}s`;
      const outcome: Pick<Polluted, 'codes' | 'doubts'> =
        key === 'year' ? { codes: ['sections-found'] } : { codes: [], doubts: ['sections-doubtful'] };
      const lines = linesOf(readAs, { delimiter });
      yield { kind, file: `${lines.join('\n')}\n`, table, readAs, ...outcome };
      const apart = lines.map((line, at) => (at > 1 && line.startsWith('Region') ? `\n${line}` : line));
      yield { kind: `${kind}, apart`, file: `${apart.join('\n')}\n`, table, readAs, ...outcome };
    }
  }
  const [names = [], ...rows] = tableOf(size, 'place');
  const half = Math.ceil(rows.length / 2);
  const years: Table = [names, row('2019'), ...rows.slice(0, half), row('2020'), ...rows.slice(half)];
  yield { kind: 'years as sections', file: write(years, { delimiter }), table: years, codes: ['sections-found'] };
  const outline = [
    ['region', ...names],
    ...rows.flatMap((it, at) =>
      at % half
        ? [['', ...it]]
        : [
            [`Land ${at}`, '', '', '', ''],
            ['', ...it],
          ],
    ),
  ];
  yield {
    kind: 'sections in a column of their own',
    file: write(outline, { delimiter }),
    table: outline,
    codes: ['sections-found'],
  };
}

function* totalsFirst(delimiter: string, size: number): Generator<Polluted> {
  const [names = [], ...rows] = tableOf(size, 'place');
  for (const label of ['Total', 'Deutschland insgesamt', 'EU27 total', 'Polska ogółem', 'Česko celkem', '全国合计']) {
    const table = [names, [label, '99999', '88888', '77.50'], ...rows];
    yield { kind: 'totals above', file: write(table, { delimiter }), table, codes: [], doubts: ['totals-row'] };
  }
}

function* mergedCells(delimiter: string, size: number): Generator<Polluted> {
  const [names = [], ...rows] = tableOf(size, 'place');
  for (const length of [2, 3]) {
    const group = (at: number, name: string): string =>
      at % length === 0 ? `${name} ${'ABCDEFGHIJKLMNOPQRSTU'[at / length]}` : '';
    const one = [['region', ...names], ...rows.map((it, at) => [group(at, 'Kreis'), ...it])];
    const doubts = ['cells-merged'];
    yield { kind: 'merged cells', file: write(one, { delimiter }), table: one, codes: [], doubts };
    const years = [['year', ...names], ...rows.map((it, at) => [at % length === 0 ? String(2000 + at) : '', ...it])];
    yield { kind: 'merged cells of years', file: write(years, { delimiter }), table: years, codes: [], doubts };
    const two = [
      ['country', 'region', ...names],
      ...rows.map((it, at) => [at % (length * 2) === 0 ? `Land ${at}` : '', group(at, 'Kreis'), ...it]),
    ];
    yield { kind: 'merged cells in two columns', file: write(two, { delimiter }), table: two, codes: [], doubts };
  }
}

function* repeatedHeaders(delimiter: string, size: number): Generator<Polluted> {
  for (const key of ['year', 'place'] as const) {
    const table = tableOf(size, key);
    const [names = [], ...rows] = table;
    for (const page of [Math.ceil(size / 2), 2]) {
      const paged = [names, ...rows.flatMap((it, at) => (at > 0 && at % page === 0 ? [names, it] : [it]))];
      const fix = { repeatedHeader: 'skip' };
      const kind = `the header on each page of ${page} ${key}s`;
      yield { kind, file: write(paged, { delimiter }), table, codes: ['header-repeated'], fix };
    }
  }
}
