import { PAIRS, PLACES, PLAIN, type Polluted, RICH, type Table, write } from './table.ts';

/** Files whose header is not one row of names, files with repeated rows, and small files. */
export function* headers(): Generator<Polluted> {
  for (const table of [RICH, PLAIN, PAIRS, PLACES]) {
    yield* names(table);
    yield* twice(table);
  }
  yield* levels();
  yield* smallFiles();
}

function* names(table: Table): Generator<Polluted> {
  const [names = [], ...rows] = table;
  const codes = ['header-missing'];
  const fix = { header: names };
  yield { kind: 'no header', file: write(rows), table, codes, fix };
  yield { kind: 'no header, one row', file: write(rows.slice(0, 1)), table: [names, rows[0] ?? []], codes, fix };
  yield { kind: 'no header, two rows', file: write(rows.slice(0, 2)), table: table.slice(0, 3), codes, fix };
  const numbered = names.map((_, index) => String(index + 1));
  yield {
    kind: 'names that are numbers',
    file: write([numbered, ...rows]),
    table: [numbered, ...rows],
    codes,
    fix: { header: 1 },
  };
  for (const [index] of names.entries()) {
    const without = names.map((name, at) => (at === index ? '' : name));
    yield {
      kind: 'a name missing',
      file: write([without, ...rows]),
      table,
      fix: { skipRows: 1, header: names },
      // A first column of different values is the index, since names above numbers prove a header.
      ...(index === 0
        ? { codes: [], doubts: ['column-renamed'], readAs: [['index', ...names.slice(1)], ...rows] }
        : { codes: ['column-unnamed', 'preamble-found'] }),
    };
    const other = names.map((name, at) => (at === index ? (names[(index + 1) % names.length] ?? name) : name));
    yield {
      kind: 'a name twice',
      file: write([other, ...rows]),
      table,
      codes: ['column-duplicate'],
      fix: { skipRows: 1, header: names },
    };
    yield {
      kind: 'a name missing with its delimiter',
      file: write([names.filter((_, at) => at !== index), ...rows]),
      table,
      codes: ['row-too-long'],
      fix: { skipRows: 1, header: names },
    };
  }
  yield { kind: 'only a header', file: write([names]), table: [names], codes: [], doubts: ['records-none'] };
  yield { kind: 'only a header', file: write([names]).trimEnd(), table: [names], codes: [], doubts: ['records-none'] };
  yield { kind: 'one row', file: write(table.slice(0, 2)), table: table.slice(0, 2), codes: [] };
  yield { kind: 'no line ending at the end', file: write(table).trimEnd(), table, codes: [] };
}

/** Files that contain a table, or rows of it, more than once. */
function* twice(table: Table): Generator<Polluted> {
  const [names = [], ...rows] = table;
  const file = write(table);
  const codes = ['header-repeated'];
  const fix = { repeatedHeader: 'skip' };
  const twice: Table = [...table, ...rows];
  yield { kind: 'joined with itself', file: file + file, table: twice, codes, fix };
  yield { kind: 'joined with itself, three times', file: file + file + file, table: [...twice, ...rows], codes, fix };
  yield { kind: 'joined with itself, apart', file: `${file}\n${file}`, table: twice, codes, fix };
  yield { kind: 'joined with itself, with a mark', file: `${file}\uFEFF${file}`, table, codes: ['files-joined'] };
  const repeated = (all: Table): Polluted => ({
    kind: 'rows repeated',
    file: write(all),
    table,
    codes: [],
    doubts: ['rows-repeated'],
    readAs: all,
  });
  yield repeated([names, ...rows, ...rows]);
  yield repeated([names, ...rows, ...rows.slice(0, 3)]);
  for (const [index, row] of rows.entries()) {
    yield repeated([names, ...rows.slice(0, index), row, ...rows.slice(index)]);
  }
  yield repeated([...table, rows[0] ?? []]);
}

/** Headers of more than one row. */
function* levels(): Generator<Polluted> {
  const [names = [], ...rows] = PLAIN;
  const fix = { header: names, skipRows: 2 };
  for (const [kind, units] of [
    ['a row of units', ['number', 'name', 'euro', 'date', 'text']],
    ['a row of units with gaps', ['#', '', 'euro', '', '']],
    ['a row of types', ['int', 'str', 'float', 'date', 'str']],
  ] as const) {
    yield { kind, file: write([names, units, ...rows]), table: PLAIN, codes: ['header-rows'], fix };
  }
  for (const [kind, over] of [
    ['groups over the names', ['', 'goods', 'goods', 'sale', 'sale']],
    ['groups over the names, merged', ['', 'goods', '', 'sale', '']],
    ['a group over one name', ['', '', 'goods', '', '']],
  ] as const) {
    yield {
      kind,
      file: write([over, names, ...rows]),
      table: PLAIN,
      codes: ['column-unnamed', 'column-duplicate', 'preamble-found', 'header-rows'],
      fix,
    };
  }
  yield {
    kind: 'groups over the names, all named',
    file: write([['key', 'goods', 'value', 'time', 'more'], names, ...rows]),
    table: PLAIN,
    codes: ['header-rows'],
    fix,
  };
}

function* smallFiles(): Generator<Polluted> {
  const nothing: Table = [[]];
  yield { kind: 'empty file', file: '', table: nothing, codes: ['file-empty'] };
  yield { kind: 'only a mark', file: '\uFEFF', table: nothing, codes: ['file-empty'] };
  for (const blank of ['\n', '\n\n\n', '\r\n\r\n', ' \n', ',,,,\n,,,,\n', '\t\t\n\t\t\n']) {
    yield { kind: 'blank file', file: blank, table: nothing, codes: ['header-missing'] };
  }
  const column: Table = [['price'], ['1.5'], ['2.5'], ['3.5']];
  yield { kind: 'one column', file: write(column), table: column, codes: [] };
  yield {
    kind: 'one column, without a header',
    file: write(column.slice(1)),
    table: column,
    codes: ['header-missing'],
    fix: { header: ['price'] },
  };
  const withNull: Table = [['price'], ['1.5'], [''], ['3.5']];
  yield {
    kind: 'one column with a blank line',
    file: write(withNull),
    table: withNull,
    codes: [],
    doubts: ['blank-lines'],
  };
  const file = write(withNull).replace('\n\n', '\n""\n');
  yield { kind: 'one column with an empty cell in quotes', file, table: withNull, codes: [] };
  const ending: Table = [...column, ['']];
  yield {
    kind: 'one column with a blank line at the end',
    file: write(ending),
    table: column,
    codes: [],
    doubts: ['blank-lines'],
    readAs: ending,
    fix: { emptyRows: 'skip' },
  };
  const texts: Table = [
    ['fruit', 'colour'],
    ['apple', 'red'],
    ['pear', 'green'],
    ['plum', 'blue'],
  ];
  yield { kind: 'only texts', file: write(texts), table: texts, codes: [] };
  const years: Table = [
    ['place', '2019', '2020'],
    ['Rome', '1', '2'],
    ['Oslo', '3', '4'],
  ];
  yield { kind: 'names that are years', file: write(years), table: years, codes: [] };
  const times: Table = [
    ['year', 'people'],
    ['2019', '17'],
    ['2020', '18'],
    ['2021', '19'],
  ];
  yield {
    kind: 'no header, years first',
    file: write(times.slice(1)),
    table: times,
    codes: ['header-missing'],
    fix: { header: ['year', 'people'] },
  };
  const named: Table = [
    ['year', 'city'],
    ['2019', 'Rome'],
    ['2020', 'Oslo'],
    ['2021', 'Bern'],
  ];
  yield {
    kind: 'no header, years first',
    file: write(named.slice(1)),
    table: named,
    codes: ['header-missing'],
    fix: { header: ['year', 'city'] },
  };
  const sorts: Table = [
    ['place', 'colour', 'size'],
    ['Rome', 'red', 'small'],
    ['Oslo', 'red', 'large'],
    ['Rome', 'blue', 'small'],
  ];
  yield {
    kind: 'no header, categories',
    file: write(sorts.slice(1)),
    table: sorts,
    codes: ['header-missing'],
    fix: { header: sorts[0] },
  };
}
