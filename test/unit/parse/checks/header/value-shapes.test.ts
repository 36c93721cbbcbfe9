import { describe, expect, test } from 'vitest';
import { classesOf, type Shape, shapeOf, withoutNumbers } from '../../../../../src/contract/value-shapes.ts';

const SHAPES: Readonly<Record<Shape, readonly string[]>> = {
  'a number': ['5', '-5', '1.5', '2020', '1e3'],
  'an amount': ['1,234', '1.234.567', '1 234', '1’234', '1\u202F234', '1234,56', '+1,234', '030.123.456'],
  'a sum of money': ['$5', 'US$5', '- €5', '€-5', '5 €', '€5,-', '(5 €)', '1,234.50 USD', 'EUR 5', '5 kr.', '5 zł'],
  'a percentage': ['5%', '-1,5 %', '+ 5%', '3‰'],
  'a quantity': ['5 km', '20°C', '5 µg', '5 m²', '5 g/m³', '< 5', '≥5', '±5', '>-5 km', '5′', '5"', '5 kg.'],
  'a truth value': ['true', 'FALSE', 'yes', 'nein', 'oui', 'sí'],
  'a geometry': ['POINT(1 2)', 'MULTIPOLYGON(((1 2)))', `LINESTRING Z (${'1'.repeat(100)} 2 3)`],
  'a date': [
    ...['2020-01', '2020/1/31', '2020-01-31 10:30', '2020-01-31T10:30:00Z', '31.12.2020.', '31.12.20, 10:30'],
    ...['12/2020', '2019–2020', '2020Q1', '2020 Q1', '2020W01', '2020M12', 'Q1-20', 'H2/2020'],
    ...['5 Jan 2020', '5. Januar 2020', 'Monday, 5th Jan 2020', '1st May', '5 de mayo de 2020', '5 Jan, 2020 10:30'],
    ...['Jan 5, 2020, 10:30', 'Mon Jan 2nd 2020', 'Jan. 2020', 'Jan-20', '2020-Jan', '2020Jan', 'Февраль 2020'],
  ],
  'a time': ['8:00', '08:00:30,5', '8:00 am', '8:00 p.m.', '08:00Z', '08:00 GMT', '08:00 -0100'],
  'an e-mail address': ['ann@example.org', 'a.b+c@x-y.example5.com'],
  'a URL': ['https://example.org/a?b=1', 'www.example.org', 'ftp://x', `https://example.org/${'a'.repeat(100)}`],
  'a domain': ['example.org', 'a-b.c_d.x2.example'],
  'an IP address': ['10.0.0.1', '10.0.0.0/8', '10.0.0.1:8080', '2001:db8::1', 'fe80::/10', '1:2:3:4:5:6:7:8'],
  'a MAC address': ['00:1b:44:11:3a:b7', '00-1B-44-11-3A-B7'],
  'a UUID': ['123e4567-e89b-12d3-a456-426614174000', '{123E4567-E89B-12D3-A456-426614174000}'],
  'a hash': ['d41d8cd98f00b204e9800998ecf8427e', '#FFEEDD'],
  'a telephone number': ['+49 30 123456', '(030) 123456', '030/1234567', '0123.4.567', '030-123-4567'],
};

describe.each(Object.entries(SHAPES))('%s is', (shape, cells) => {
  test.each(cells)('%s', (cell) => {
    expect(shapeOf(cell)).toBe(shape);
  });
});

test.each(
  'jan feb fév mar mär mrz apr avr abr may mai maj jun juin juil jul aug août ago sep set oct okt out nov dec dez déc dic ene gen mag giu lug ott sty lut kwi cze lip sie wrz paź lis gru янв фев мар апр май мая июн июл авг сен окт ноя дек'.split(
    ' ',
  ),
)('%s is the name of a month', (month) => {
  expect([shapeOf(`5 ${month} 2020`), shapeOf(`${month} 2020`)]).toEqual(['a date', 'a date']);
});

test.each([
  ...['', 'name', 'place of birth', 'e.g', 'CO2', 'Ward 5', 'Q1', 'S01', '№ 5', 'untrue', 'yes please'],
  ...['a@b', '@example.org', 'ann example@example.org', 'see http://x', 'http:// x', 'www.', 'example.o', 'a b.org'],
  ...['1:2', '123:00', '8:00 or so', '1:2:3:4:5:6:7', 'a:b', 'x ::1', '10.0.0', 'v10.0.0.1', '10.0.0.1x'],
  ...['Q 2020', 'January', '5 Janet 20202', 'version 2020-01', '2020-01-31 x', '00:1b:44:11:3a', '#ff88', 'x#ff8800'],
  ...['abcdefabcdefabcdef', '0123456789abcdefg', '123e4567-e89b-12d3-a456-42661417400'],
  ...['5 %x', 'up to 5%', '$', 'USD', 'x$5', '5 kilometres', 'a POINT (1 2)', `POINTED ${'1'.repeat(100)}`],
  ...['+', '12-34', '123 45', '030x1234567'],
])('a name or a word has no shape: %j', (cell) => {
  expect(shapeOf(cell)).toBeNull();
});

test('a telephone number has seven to fifteen digits, and a sign or a blank', () => {
  const isOne = (...cells: string[]): boolean[] => cells.map((cell) => shapeOf(cell) === 'a telephone number');
  expect(isOne('+12 3456', '+12 34567', '+49 3012345678901', '+49 30123456789012')).toEqual([false, true, true, false]);
  expect(isOne('030 123456', '030(123456', '030)123456', '0123.4.567', '030/123456', '030-123456')).toEqual(
    Array(6).fill(true),
  );
});

test('a longer cell than a hundred characters is a text, unless it is a URL or a geometry', () => {
  const date = (length: number): string => `5. ${'x'.repeat(length)}`;
  expect(shapeOf(`${'9'.repeat(100)}`)).toBe('a number');
  expect(shapeOf(`${'9'.repeat(101)}`)).toBeNull();
  expect(shapeOf(date(100))).toBeNull();
  expect(shapeOf(`${'0123456789abcdef'.repeat(6)}0000`)).toBe('a hash');
  expect(shapeOf(`${'0123456789abcdef'.repeat(6)}00000`)).toBeNull();
});

test('classes of characters', () => {
  expect(['S01', 'aB1', 'ÉÀé5', 'x-1', '٣'].map(classesOf)).toEqual(['A99', 'aA9', 'AAa9', 'a-9', '9']);
  expect(['No. 12', 'A1B22', 'x', '٣٤'].map(withoutNumbers)).toEqual(['No. 9', 'A9B9', 'x', '9']);
});
