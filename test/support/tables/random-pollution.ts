import fc from 'fast-check';

/** A clean table whose columns are of known kinds, and how to write it. */
export interface CleanTable {
  names: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A polluted file, and what may be published of it. */
export interface PollutedTable {
  file: Uint8Array;
  /** What was done to the table, for messages. */
  kinds: readonly string[];
  /** The table as the file has it: with a total, say, and with texts in place of numbers in another format. */
  raw: CleanTable;
  clean: CleanTable;
  /** The last row of `raw` may be left out: it is a total. */
  hasTotal: boolean;
  /** The names in the file are not those of the table, so only values can be compared. */
  areNamesLost: boolean;
}

const word = fc.stringMatching(/^[A-Z][a-zéü]{3,9}$/);
const CELLS = {
  place: word.map((it) => `in ${it}`),
  people: fc.integer({ min: 1000, max: 9_000_000 }).map(String),
  rate: fc.integer({ min: -100_000, max: 1_000_000 }).map((it) => (it / 100).toFixed(2)),
  day: fc
    .date({ min: new Date('1990-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
    .map((it) => it.toISOString().slice(0, 10)),
  note: word.map((it) => `about ${it} é`),
} as const;
type Kind = keyof typeof CELLS;

/** A table with a key, a column of integers, one of decimals, and perhaps others. */
const cleanTable: fc.Arbitrary<CleanTable> = fc
  .subarray(['place', 'day', 'note'] as const)
  .map((others): Kind[] => ['people', 'rate', ...others])
  .chain((names) =>
    fc
      .array(fc.tuple(...names.map((name) => CELLS[name])), { minLength: 4, maxLength: 30 })
      .map((rows) => ({ names: ['key', ...names], rows: rows.map((row, index) => [`k${index + 1}x`, ...row]) })),
  );

/** What can be done to a table before it is written; it changes what the file says. */
type Change = (it: PollutedTable & { table: CleanTable }) => PollutedTable & { table: CleanTable };

const change = (
  kind: string,
  make: (table: CleanTable) => CleanTable,
  more: Partial<PollutedTable> | ((it: PollutedTable) => Partial<PollutedTable>) = {},
): Change => {
  return (it) => {
    const table = make(it.table);
    const also = typeof more === 'function' ? more(it) : more;
    return { ...it, table, raw: table, kinds: [...it.kinds, kind], ...also };
  };
};

const withColumn = (table: CleanTable, name: string, cellOf: (row: number) => string): CleanTable => ({
  names: [name, ...table.names],
  rows: table.rows.map((row, index) => [cellOf(index), ...row]),
});

const germanNumber = (cell: string): string => {
  const [whole = '', fraction] = cell.split('.');
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, '.');
  return fraction === undefined ? grouped : `${grouped},${fraction}`;
};

const mapColumn = (
  table: CleanTable,
  names: readonly string[],
  map: (cell: string, row: number) => string,
): CleanTable => ({
  ...table,
  rows: table.rows.map((row, at) =>
    row.map((cell, index) => (names.includes(table.names[index] ?? '') ? map(cell, at) : cell)),
  ),
});

const indexed = (from: number): Change =>
  change(
    'an index without a name',
    (table) => withColumn(table, '', (row) => String(row + from)),
    ({ clean }) => ({ clean: withColumn(clean, 'index', (row) => String(row + from)), areNamesLost: true }),
  );

const CHANGES: Readonly<Record<string, fc.Arbitrary<Change | null>>> = {
  numbers: fc.constantFrom(
    null,
    change('numbers with decimal commas', (table) => mapColumn(table, ['people', 'rate'], germanNumber)),
  ),
  gaps: fc.constantFrom(
    null,
    ...['k. A.', 'n/a', '..', '*', '-'].map((token) =>
      change(
        `${token} for null`,
        (table) => mapColumn(table, ['rate'], (cell, row) => (row === 1 ? token : cell)),
        ({ clean }) => ({ clean: mapColumn(clean, ['rate'], (cell, row) => (row === 1 ? '' : cell)) }),
      ),
    ),
  ),
  total: fc.constantFrom(
    null,
    change(
      'a total',
      (table) => ({ ...table, rows: [...table.rows, table.names.map((_, index) => (index === 0 ? 'Total' : '1234'))] }),
      { hasTotal: true },
    ),
  ),
  names: fc.constantFrom(
    null,
    null,
    change(
      'a name twice',
      (table) => ({ ...table, names: table.names.map((name, index) => (index === 2 ? (table.names[1] ?? '') : name)) }),
      { areNamesLost: true },
    ),
    change(
      'a name missing',
      (table) => ({ ...table, names: table.names.map((name, index) => (index === 1 ? '' : name)) }),
      { areNamesLost: true },
    ),
  ),
  index: fc.constantFrom(null, null, indexed(0), indexed(1)),
};

/** How the lines of a file differ from those of a plain CSV file. */
interface Look {
  delimiter: string;
  hasHeader: boolean;
  above: readonly string[];
  below: readonly string[];
  ending: 'LF' | 'CRLF' | 'both';
  endsInDelimiter: boolean;
  hasEmptyRow: boolean;
  encoding: 'utf-8' | 'latin1' | 'utf16le';
  /** What stands around every cell, if anything. */
  around: '' | "'" | ' ';
  /** The first line names the delimiter, as spreadsheet programs write it. */
  hasNote: boolean;
}

const looks: fc.Arbitrary<Look> = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|', '^'),
  hasHeader: fc.constantFrom(true, true, true, false),
  above: fc.constantFrom([], [], ['Places of note'], ['Places of note', '', 'as of 2020'], ['# made by hand'], ['']),
  below: fc.constantFrom([], [], ['Source: Office of Places'], ['', 'Source: Office of Places', '(1) provisional']),
  ending: fc.constantFrom('LF', 'LF', 'CRLF', 'both'),
  endsInDelimiter: fc.constantFrom(false, false, false, true),
  hasEmptyRow: fc.constantFrom(false, false, false, true),
  encoding: fc.constantFrom('utf-8', 'utf-8', 'latin1', 'utf16le'),
  around: fc.constantFrom('', '', '', '', "'", ' '),
  hasNote: fc.constantFrom(false, false, false, false, true),
});

function write({ names, rows }: CleanTable, look: Look): Uint8Array {
  const { delimiter, hasHeader, above, below, ending, endsInDelimiter, hasEmptyRow, encoding, around, hasNote } = look;
  const cellText = (cell: string): string => (cell.includes(delimiter) ? `"${cell}"` : around + cell + around);
  const lineOf = (row: readonly string[]): string =>
    row.map(cellText).join(delimiter) + (endsInDelimiter ? delimiter : '');
  const lines = rows.map(lineOf);
  if (hasEmptyRow) lines.splice(2, 0, lineOf(names.map(() => '')));
  const note = hasNote ? [`sep=${delimiter}`] : [];
  const all = [...note, ...above, ...(hasHeader ? [lineOf(names)] : []), ...lines, ...below];
  const text = all.map(
    (line, index) => line + (ending === 'CRLF' || (ending === 'both' && index % 3 === 1) ? '\r\n' : '\n'),
  );
  return Buffer.from(text.join(''), encoding);
}

/** Tables with none to several faults of different kinds. */
export const pollutedTables: fc.Arbitrary<PollutedTable> = fc
  .tuple(cleanTable, fc.tuple(...Object.values(CHANGES)), looks)
  .map(([clean, changes, look]) => {
    const start = {
      file: new Uint8Array(),
      kinds: [],
      raw: clean,
      clean,
      table: clean,
      hasTotal: false,
      areNamesLost: false,
    };
    const { table, ...polluted } = changes.reduce<PollutedTable & { table: CleanTable }>(
      (it, make) => (make ? make(it) : it),
      start,
    );
    return {
      ...polluted,
      file: write(table, look),
      areNamesLost: polluted.areNamesLost || !look.hasHeader,
    };
  });
