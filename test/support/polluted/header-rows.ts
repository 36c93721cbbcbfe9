import { type Polluted, type Table, write } from './table.ts';

/** Files with a second row of names below the header: of units, tags, or names of index levels. Each is refused. */
export function* headerRows(): Generator<Polluted> {
  const names = ['Kod', 'Nazwa', 'Stopa', 'Zmiana'];
  for (const columns of NUMBERS) {
    const { written } = columns;
    for (const units of [
      ['', '', '%', '%'],
      ['', '', 'osoba', 'p. proc.'],
      ['', '', '(km²)', ''],
      ['code', 'name', 'EUR', 'in %'],
    ]) {
      for (const delimiter of [';', '\t', '|']) {
        const [rows = [], read = []] = [written, columns.read].map((cells) =>
          cells.map((pair, row) => [...(ROWS[row] as readonly string[]), ...pair.split('|')]),
        );
        const it = refused('a row of units', [names, units, ...rows], delimiter);
        yield read.length === 0 ? it : { ...it, readAs: [it.table[0] as string[], ...read] };
      }
    }
  }
  for (const tags of [
    ['#adm1+code', '#adm1+name', '#affected', '#reached+pct'],
    ['#adm1+code', '#adm1+name', '#affected', ''],
    ['', '#adm1+name', '#affected', '#reached'],
  ]) {
    for (const delimiter of [',', ';', '\t']) {
      const rows = ROWS.map(([code, name], row) => [code, name, `${row * 7 + 3}`, `${row + 0.5}`] as string[]);
      yield refused('HXL tags', [names, tags, ...rows], delimiter);
      const texts = ROWS.map(([code, name]) => [code, name, `in ${name}`, `at ${code}`] as string[]);
      yield refused('HXL tags above texts', [names, tags, ...texts], delimiter);
    }
  }
}

const ROWS = [
  ['0201', 'Alfa'],
  ['0202', 'Beta'],
  ['0203', 'Gamma'],
  ['0204', 'Delta'],
  ['0205', 'Epsilon'],
] as const;

/** Two columns of numbers, in several notations, and how they are read once that is declared. */
const NUMBERS: readonly { written: readonly string[]; read: readonly string[] }[] = [
  { written: ['12.5|3.2', '13.5|2.2', '9.1|1.7', '8.0|-0.4', '7.7|0.0'], read: [] },
  {
    written: ['12,5|3,2', '13,5|2,2', '9,1|1,7', '8,0|-0,4', '7,7|0,0'],
    read: ['12.5|3.2', '13.5|2.2', '9.1|1.7', '8.0|-0.4', '7.7|0.0'],
  },
  {
    written: ['1 635 866|3,2', '1 268|2,2', '891|1,7', '12 000|-0,4', '77|0,0'],
    read: ['1635866|3.2', '1268|2.2', '891|1.7', '12000|-0.4', '77|0.0'],
  },
  {
    written: ['1.635.866|3,2', '1.268|2,2', '891|x', '12.000|-0,4', '77|.'],
    read: ['1635866|3,2', '1268|2,2', '891|x', '12000|-0,4', '77|.'],
  },
  {
    written: ['5 zł|3 %', '7 zł|2 %', '9 zł|1 %', '8 zł|4 %', '7 zł|0 %'],
    read: ['5|3', '7|2', '9|1', '8|4', '7|0'],
  },
];

/** The cure joins both rows of names. */
function refused(kind: string, table: Table, delimiter: string): Polluted {
  const [names = [], more = [], ...rows] = table;
  const joined = names.map((name, cell) => [name, more[cell]].filter((it) => it !== '').join(' '));
  return {
    kind,
    file: write(table, { delimiter }),
    table: [joined, ...rows],
    codes: ['header-rows'],
    cure: { header: 2 },
  };
}
