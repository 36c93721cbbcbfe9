import { type Polluted, type Table, write } from './table.ts';

/** For each shape of a value, five of them. */
const SHAPES: readonly (readonly [shape: string, values: readonly string[]])[] = [
  ['e-mail addresses', ['ann@example.org', 'b.o.b@mail.example', 'c+d@x.de', 'eve@example.com', 'f@y.co.uk']],
  ['URLs', ['https://a.example/1', 'http://b.example', 'https://c.example/x?y=1', 'https://d.example', 'ftp://e.org']],
  ['domains', ['example.org', 'mail.example.com', 'x.org', 'statistics.gov.uk', 'y.com']],
  ['IPv4 addresses', ['10.0.0.1', '192.168.1.20', '8.8.8.8', '172.16.0.5', '1.1.1.1']],
  ['IPv6 addresses', ['fe80::1', '2001:db8::7', '2001:db8:0:1:2:3:4:5', '::1', 'fe80::2']],
  [
    'MAC addresses',
    ['00:1a:2b:3c:4d:5e', '00:1a:2b:3c:4d:5f', 'aa:bb:cc:dd:ee:ff', '01:02:03:04:05:06', '0a:0b:0c:0d:0e:0f'],
  ],
  [
    'UUIDs',
    [
      '123e4567-e89b-12d3-a456-426614174000',
      '550e8400-e29b-41d4-a716-446655440000',
      '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
      '6ba7b811-9dad-11d1-80b4-00c04fd430c8',
      '6ba7b812-9dad-11d1-80b4-00c04fd430c8',
    ],
  ],
  [
    'hashes',
    [
      'd41d8cd98f00b204e9800998ecf8427e',
      '0cc175b9c0f1b6a831c399e269772661',
      '92eb5ffee6ae2fec3ad71c777531578f',
      '4a8a08f09d37b73795649038408b5f33',
      '8277e0910d750195b448797616e091ad',
    ],
  ],
  ['telephone numbers', ['+49 30 123456', '+1 (555) 010-9999', '030/1234567', '(030) 765-4321', '+44 20 7946 0018']],
  ['dates, year first', ['2020-01-03', '2020-01-04', '2020-02-05', '2020-12-06', '2021-01-07']],
  ['dates, day first', ['3.1.2020', '14.12.2020', '5.2.2020', '16.12.2020', '7.1.2021']],
  ['dates with slashes', ['1/3/2020', '1/14/2020', '2/5/20', '12/16/2020', '1/7/2021']],
  ['dates in words', ['3 Jan 2020', '14 December 2020', '5 Feb 2020', '16 Dec 2020', '7 January 2021']],
  ['months', ['Jan 2020', 'Feb 2020', 'March 2020', 'April 2020', 'Dec 2020']],
  ['quarters', ['2020-Q1', '2020-Q2', '2020-Q3', '2020-Q4', '2021-Q1']],
  [
    'points in time',
    [
      '2020-01-03T10:00:00Z',
      '2020-01-03T11:30:00Z',
      '2020-01-04 10:00',
      '2020-01-05T10:00:00+01:00',
      '2020-01-06 12:00:01',
    ],
  ],
  ['times', ['10:30', '11:45:10', '9:05', '23:59', '0:01']],
  ['numbers', ['7', '12', '950', '5', '3']],
  ['decimals', ['1.5', '12.75', '950.25', '-0.5', '3.75']],
  ['codes with leading zeros', ['0101', '0203', '0950', '1204', '0007']],
  ['numbered codes', ['S01', 'S02', 'S03', 'S10', 'S99']],
  ['regions', ['FR10', 'DE21', 'ES30', 'IT40', 'PL51']],
  ['codes of several parts', ['12-34-567', '98-76-543', '11-22-333', '44-55-666', '77-88-999']],
  ['labels with numbers', ['Ward 9', 'Ward 10', 'Ward 11', 'Ward 12', 'Ward 100']],
  ['register numbers', ['AB123/20', 'CD456/21', 'EF789/20', 'GH012/22', 'IJ345/20']],
];

/** For each format of numbers, five of them, and their plain digits. */
const FORMATS: readonly (readonly [format: string, values: readonly string[], numbers: readonly string[]])[] = [
  ['dollars', ['$4,000', '$12,500.50', '$7', '-$950', '$1,000,000'], ['4000', '12500.50', '7', '-950', '1000000']],
  ['euros', ['4.000 €', '12.500,50 €', '7 €', '950 €', '1.000.000 €'], ['4000', '12500.50', '7', '950', '1000000']],
  [
    'amounts with a currency',
    ['EUR 4000', 'EUR 12.50', 'EUR 7', 'EUR 950', 'EUR 10'],
    ['4000', '12.50', '7', '950', '10'],
  ],
  ['percentages', ['12%', '13.5%', '7 %', '100%', '-2%'], ['12', '13.5', '7', '100', '-2']],
  ['thousands', ['1,234', '12,345', '950', '1,234,567', '2,000'], ['1234', '12345', '950', '1234567', '2000']],
  ['decimal commas', ['1,5', '12,75', '950,25', '0,5', '3,25'], ['1.5', '12.75', '950.25', '0.5', '3.25']],
];

const TEXTS = ['apple', 'pear', 'plum', 'fig', 'kiwi'];

/** Files without a header, whose records have a value of some shape. */
export function* headerless(): Generator<Polluted> {
  for (const [shape, values] of SHAPES) yield* filesWith(shape, values);
  for (const [format, values, numbers] of FORMATS) {
    const plain = [...filesWith(format, numbers)];
    for (const [index, { fix: _, ...it }] of [...filesWith(format, values)].entries()) {
      yield { ...it, table: plain[index]?.table ?? it.table, readAs: it.table };
    }
  }
  for (const numbers of [
    ['1,2', '5,6', '8,9'],
    ['3,9', '5,2', '4,1'],
    ['0,1', '1,2', '2,3'],
    ['10,20.5', '7,0.25', '30,7.5'],
  ]) {
    const rows = numbers.map((pair, at) => [...pair.split(','), TEXTS[at] as string]);
    for (const delimiter of [',', ';', '\t', '|']) yield refused('no header, numbers and words', rows, delimiter);
    yield refused('no header, two records of numbers and words', rows.slice(0, 2));
  }
}

function* filesWith(shape: string, values: readonly string[]): Generator<Polluted> {
  const kind = `no header, ${shape}`;
  const rows = values.map((value, index) => [value, TEXTS[index] as string, 'x']);
  for (const delimiter of [',', ';', '\t']) yield refused(kind, rows, delimiter);
  yield refused(
    `${kind}, last`,
    rows.map((row) => row.toReversed()),
  );
  yield refused(`${kind}, two records`, rows.slice(0, 2));
  yield refused(`${kind}, three records`, rows.slice(1, 4));
  yield refused(
    `${kind}, one column`,
    values.map((value) => [value]),
  );
  yield refused(
    `${kind}, a gap`,
    rows.map(([value = '', text = '']) => [value, '', text]),
  );
  yield refused(
    `${kind}, a gap in the first record`,
    rows.map((row, index) => (index === 0 ? [row[0] as string, '', 'x'] : row)),
  );
  yield refused(
    `${kind}, a value twice`,
    rows.map(([value = '', text = '']) => [value, text, text]),
  );
  const { table, fix } = refused(kind, rows);
  yield {
    kind: `${kind}, below a title`,
    file: `Fruit of the year\n\n${write(rows)}`,
    table,
    codes: ['preamble-found'],
    fix: { ...fix, skipRows: 2 },
  };
}

function refused(kind: string, rows: Table, delimiter = ','): Polluted {
  const names = (rows[0] ?? []).map((_, cell) => `column ${cell + 1}`);
  return {
    kind,
    file: write(rows, { delimiter }),
    table: [names, ...rows],
    // Commas in the cells may be delimiters too.
    codes: delimiter === ',' ? ['header-missing'] : ['header-missing', 'delimiter-doubtful'],
    fix: { header: names, delimiter },
  };
}
