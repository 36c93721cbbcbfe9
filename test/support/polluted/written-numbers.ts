import { type Polluted, type Table, write } from './table.ts';

/** Columns of numbers that are not written as plain numbers, or not all alike: each is published as text, with a doubt. */
export function* writtenNumbers(): Generator<Polluted> {
  yield* currencies();
  yield* otherNotations();
  yield* flags();
  yield* exceptions();
  yield* dates();
  yield* sentinels();
}

const NAMES = ['id', 'place', 'amount', 'colour'];
const PLACES = ['Rome', 'Oslo', 'Bern', 'Riga', 'Turin', 'Graz', 'Lyon', 'Gent', 'Cork', 'Bari', 'Metz', 'Pisa'];
const COLOURS = ['red', 'light blue', 'green'];
const DELIMITERS = [',', ';', '\t', '|'];

/** A table with these cells in its third column. */
function withColumn(cells: readonly string[]): Table {
  return [NAMES, ...cells.map((cell, row) => [`${row + 11}`, PLACES[row] as string, cell, COLOURS[row % 3] as string])];
}

/** Files with these cells, between each of the delimiters, which are read as they are, with a doubt. */
function* doubted(kind: string, cells: readonly string[], doubt: string): Generator<Polluted> {
  const table = withColumn(cells);
  for (const delimiter of DELIMITERS)
    yield { kind, file: write(table, { delimiter }), table, codes: [], doubts: [doubt] };
}

/** Ten ways to write an amount in a currency. */
const WRITINGS: readonly ((mark: string, digits: string) => string)[] = [
  (mark, digits) => `${mark}${digits}`,
  (mark, digits) => `${mark} ${digits}`,
  (mark, digits) => `${mark}\u00A0${digits}`,
  (mark, digits) => `${digits}${mark}`,
  (mark, digits) => `${digits} ${mark}`,
  (mark, digits) => `${digits}\u00A0${mark}`,
  (mark, digits) => `${digits}\u202F${mark}`,
  (mark, digits) => `-${mark} ${digits}`,
  (mark, digits) => `${mark} -${digits}`,
  (mark, digits) => `- ${digits} ${mark}`,
];

function* currencies(): Generator<Polluted> {
  for (const mark of ['€', 'zł', 'Kč', 'CHF', 'R$', '£', 'kr', 'Ft']) {
    for (const writing of WRITINGS) {
      for (const digits of [
        ['1.234,50', '7,25', '12.000,00', '88,10'],
        ['1,234.50', '7.25', '12,000.00', '88.10'],
        ['1’234.50', '7.25', '12’000.00', '88.10'],
      ]) {
        const table = withColumn(digits.map((it) => writing(mark, it)));
        yield { kind: 'amounts in a currency', file: write(table), table, codes: [], doubts: ['number-format'] };
      }
    }
  }
}

function* otherNotations(): Generator<Polluted> {
  for (const cells of [
    ['12 %', '7,5 %', '88 %', '3 %'],
    ['12\u00A0%', '7,5\u00A0%', '88\u00A0%', '3\u00A0%'],
    ['12.5\u2009‰', '7.5\u2009‰', '88.1\u2009‰', '3.0\u2009‰'],
    ['1’234', '73’087', '915', '2’000'],
    ['1\u2009234', '73\u2009087', '915', '2\u2009000'],
    ['(1,200.00)', '350.10', '(7.00)', '12.50'],
    ['1.200,00-', '350,10', '7,00-', '12,50'],
    ['−12', '7', '−3', '5'],
    ['-R$ 1.500,25', 'R$ 7,10', 'R$ 12,00', '-R$ 3,50'],
    ['5.5 kg', '12.25 kg', '7 kg', '3.1 kg'],
    ['1,5', '2.5', '3,5', '4.5'],
    ['€ 5', '$ 7', '€ 12', '$ 8'],
    ['<5', '<7', '12', '8'],
    ['1.234,50', '1,234.50', '7', '12'],
    ['12.–', '7.50', '88.–', '3.10'],
    ['12,34,567', '1,23,456.50', '7', '1,234'],
    ['٣٤٥', '١٢٫٥', '٧', '٨'],
    ['१२', '३४', '५', '६'],
  ]) {
    yield* doubted('numbers in another notation', cells, 'number-format');
  }
}

function* flags(): Generator<Polluted> {
  for (const cells of [
    ['12.3 b', '6.2 p', '7.5', '8.1', ': c', '9.9'],
    ['12.3', '6.2 e', '7.5', '8.1', '9.9 e', ':'],
    ['12,3b', '6,2p', '7,5', '8,1', '9,9', '10,2'],
    ['1 234 p', '1 300', '1 280', '1 310', '1 305 p', '1 270'],
    ['12.3*', '6.2', '7.5', '8.1**', '9.9', '10.1'],
    ['12 (e)', '15', '18', '21 (r)', '24', '27'],
    ['12.3 [x]', '6.2', '7.5', '8.1', '[c]', '9.9'],
    ['120 be', '150', '180', '210 bp', '240', '270'],
    ['120[1]', '150', '180 [2]', '210[1]', '240', '270'],
    ['120¹', '150²', '180', '210', '240 ¹', '270'],
  ]) {
    yield* doubted('numbers with flags', cells, 'number-format');
  }
}

function* exceptions(): Generator<Polluted> {
  for (const text of [
    '\\N',
    'inf',
    '-Inf',
    '.A',
    '#DIV/0!',
    '####',
    '#WERT!',
    'low',
    'Georgia',
    'BW',
    '#targeted',
    'A',
    'x',
    '?',
  ]) {
    for (const at of [0, 5, 10]) {
      const cells = ['12', '17', '3', '45', '8', '21', '30', '11', '9', '14'].toSpliced(at, 0, text);
      const table = withColumn(cells);
      yield { kind: 'a text among ten numbers', file: write(table), table, codes: [], doubts: ['nearly-numeric'] };
    }
  }
}

function* dates(): Generator<Polluted> {
  for (const cells of [
    ['31.12.2020', '1.2.2021', '15.03.2021'],
    ['31/12/2020', '01/02/2021', '15/03/2021'],
    ['12/31/2020', '01/02/2021', '03/15/2021'],
    ['03/04/2021', '05/06/2021', '07/08/2021'],
    ['03-04-2021', '05-06-2021', '07-08-2021'],
    ['2020/12/31', '2021/02/01', '2021/03/15'],
    ['31.12.2020 14:30', '01.02.2021 08:15', '15.03.2021 09:00'],
    ['31.12.20', '01.02.21', '15.03.21'],
    ['2020-12-31', '01/02/2021', '2021-03-15'],
    ['31.12.2020', '01/02/2021', '15.03.2021'],
    ['Mai 10', 'Jun 11', 'Mai 12'],
    ['10. Mai', '11. Jun', '12-May'],
    ['Januar 2021', 'Februar 2021', 'März 2021'],
    ['3 janvier 2021', '4 février 2021', '5 mars 2021'],
    ['7 de mayo de 2021', '8 de mayo de 2021', '9 de junio de 2021'],
    ['3 мая 2021', '4 мая 2021', '5 июня 2021'],
    ['1/13/2021 1:05 PM', '2/14/2021 2:05 AM', '3/15/2021 3:05 PM'],
    ['2021-02-28', '2021-03-31', '2021-02-30'],
    ['2021-02-28', '2021-03-31', '2021-04-30', 'soon'],
    ['31.12.2020', '30.11.2020', '31.11.2020'],
  ]) {
    yield* doubted('dates', cells, 'date-format');
  }
}

function* sentinels(): Generator<Polluted> {
  const numbers = ['12', '17', '3', '45', '8', '21', '30', '11', '9', '14'];
  for (const mark of ['-99', '-999', '-9999', '999', '9999', '-99.0']) {
    for (const cells of [numbers.with(4, mark), numbers.with(0, mark).with(9, mark)]) {
      const table = withColumn(cells);
      yield {
        kind: 'a number that marks missing values',
        file: write(table),
        table,
        codes: [],
        doubts: ['null-doubtful'],
      };
    }
  }
}
