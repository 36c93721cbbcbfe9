import { describe, expect, test } from 'vitest';
import { classesOf, type Shape, shapeOf, withoutNumbers } from '../../../../../src/contract/value-shapes.ts';

const SHAPES: Readonly<Record<Shape, readonly string[]>> = {
  'a number': ['5', '-5', '1.5', '2020', '1e3'],
  'an amount': [
    '1,234',
    '1.234.567',
    '1 234',
    "1'234",
    '1’234',
    '1\u00A0234',
    '1\u202F234',
    '1,5',
    '1234,56',
    '+1,234',
    '030.123.456',
  ],
  'a sum of money': [
    ...['$5', 'US$5', '€ 5', '-€5', '- €5', '€-5', '5€', '5 €', '5,- €', '€5,-', '(5 €)', '($5)', '1,234.50 USD'],
    ...['EUR', 'GBP', 'CHF', 'JPY', 'CNY', 'INR', 'SEK', 'NOK', 'DKK', 'PLN', 'CZK', 'HUF', 'CAD', 'AUD', 'NZD'].map(
      (it) => `${it} 5`,
    ),
    ...['BRL', 'MXN', 'ZAR', 'RUB', 'TRY', 'KRW', 'SGD', 'HKD', 'Fr.', 'kr', 'kr.', 'zł', 'Kč', 'Ft', 'Rs', 'Rs.'].map(
      (it) => `5 ${it}`,
    ),
  ],
  'a percentage': ['5%', '5 %', '-1,5%', '+ 5%', '3‰', '1,234%'],
  'a quantity': [
    '5 km',
    '5km',
    '20 °C',
    '20°C',
    '5 µg',
    '5 m²',
    '5 km/h',
    '5 g/m³',
    '< 5',
    '<5',
    '≥5',
    '~5',
    '≈5',
    '±5',
    '≤5',
    '>-5 km',
    '5′',
    '5″',
    '5"',
    "5'",
    '5 kg.',
  ],
  'a truth value': ['true', 'FALSE', 'yes', 'no', 'wahr', 'falsch', 'ja', 'nein', 'oui', 'non', 'vrai', 'faux', 'sí'],
  'a geometry': [
    'POINT(1 2)',
    'POINT (1 2)',
    'MULTIPOLYGON(((1 2)))',
    'LINESTRING Z (1 2 3)',
    `POINT (${'1'.repeat(100)} 2)`,
  ],
  'a date': [
    ...[
      '2020-01',
      '2020-01-31',
      '2020/1/31',
      '2020.01.31',
      '2020-01-31 10:30',
      '2020-01-31T10:30:00Z',
      '31.12.2020',
      '31.12.20',
      '1/2/2020',
    ],
    ...[
      '31.12.2020.',
      '31.12.2020 10:30',
      '31.12.2020, 10:30',
      '12/2020',
      '12-2020',
      '2019-2020',
      '2019–2020',
      '2020Q1',
      '2020-Q1',
      '2020 Q1',
    ],
    ...[
      '2020W01',
      '2020M12',
      '2020H1',
      '2020T1',
      'Q1 2020',
      'Q1-20',
      'H2/2020',
      '5 Jan 2020',
      '5. Januar 2020',
      'Monday, 5th Jan 2020',
      '1st May',
    ],
    ...[
      '2nd May',
      '3rd May',
      '5 de mayo de 2020',
      '5-Jan-20',
      '5 Jan, 2020',
      '5 Jan 2020 10:30',
      '5 Jan 2020, 10:30',
      'Jan 5, 2020',
      'Jan 5 2020',
    ],
    ...[
      'Mon Jan 5th, 2020',
      'Jan 1st 2020',
      'Jan 2nd 2020',
      'Jan 3rd 2020',
      'Jan 5, 2020, 10:30',
      'Jan 2020',
      'Jan-20',
      '2020 Jan',
      '2020-Jan',
      '2020Jan',
    ],
    ...['Jan. 2020', 'März 2020', 'Февраль 2020'],
  ],
  'a time': [
    '8:00',
    '08:00',
    '08:00:30',
    '08:00:30.5',
    '08:00:30,5',
    '8:00 am',
    '8:00pm',
    '8:00 p.m.',
    '08:00Z',
    '08:00 UTC',
    '08:00 GMT',
    '08:00+01:00',
    '08:00 -0100',
  ],
  'an e-mail address': ['ann@example.org', 'a.b+c@x-y.example.com', 'ann5@example5.org'],
  'a URL': [
    'http://example.org',
    'https://example.org/a?b=1',
    'www.example.org',
    'ftp://x',
    `https://example.org/${'a'.repeat(100)}`,
  ],
  'a domain': ['example.org', 'sub.example.org', 'a-b.c_d.example', 'x2.org'],
  'an IP address': [
    '10.0.0.1',
    '10.0.0.0/8',
    '10.0.0.1:8080',
    '255.255.255.255',
    '2001:db8::1',
    '::1',
    'fe80::/10',
    '2001:db8::/32',
    '1:2:3:4:5:6:7:8',
    'a:b:c:d:e:f:a:b',
  ],
  'a MAC address': ['00:1b:44:11:3a:b7', '00-1B-44-11-3A-B7'],
  'a UUID': ['123e4567-e89b-12d3-a456-426614174000', '{123E4567-E89B-12D3-A456-426614174000}'],
  'a hash': ['d41d8cd98f00b204e9800998ecf8427e', '0123456789abcdef', '#ff8800', '#abcdef', '#FFEEDD'],
  'a telephone number': [
    '+49 30 123456',
    '(030) 123456',
    '030/1234567',
    '0123.4.567',
    '030-123-4567',
    '+49 3012345678901',
  ],
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

describe('names and words have no shape:', () => {
  test.each([
    ...[
      '',
      'name',
      'New York',
      'place of birth',
      'e.g',
      'a.b',
      'x',
      'CO2',
      'Ward 5',
      'Q1',
      'S01',
      '№ 5',
      'truth',
      'yes please',
      'untrue',
    ],
    ...[
      'a@b',
      '@example.org',
      'ann@example',
      'ann example@example.org',
      'ann@example.org now',
      'http:// x',
      'see http://x',
      'www.',
      'x www.example.org',
    ],
    ...[
      '1:2',
      '8:0',
      '123:00',
      '08:00:3',
      'at 8:00',
      '8:00 xm',
      '8:00 or so',
      '1:2:3:4:5:6:7',
      '1:2:3:4:5:6:7:8:9',
      'a:b',
      '::x',
      'x ::1',
    ],
    ...[
      '10.0.0',
      '10.0.0.1.5',
      'v10.0.0.1',
      '10.0.0.1x',
      'Q 2020',
      'January',
      '5 Janet 20202',
      'version 2020-01',
      '2020-01-31 x',
    ],
    ...[
      '00:1b:44:11:3a',
      '00:1b:44:11:3a:b7:x',
      'x00:1b:44:11:3a:b7',
      'abcdefabcdefabcdef',
      '#ff88',
      '#ff88001',
      'x#ff8800',
      'a0123456789abcd',
      '0123456789abcdefg',
      'g0123456789abcdef',
    ],
    ...[
      '123e4567-e89b-12d3-a456-42661417400',
      'x123e4567-e89b-12d3-a456-426614174000',
      '123e4567-e89b-12d3-a456-426614174000x',
    ],
    ...[
      '%',
      '5 %x',
      'x5%',
      'up to 5%',
      '$',
      'USD',
      '$five',
      'x$5',
      '5 $x',
      '5 kilometres',
      'x5 km',
      'POINT',
      'a POINT (1 2)',
      'example.',
      '.org',
      'example.o',
      'a b.org',
    ],
    ...['+', '(', '12-34', '123 45', '030x1234567', 'x+49 30 123456', `POINTED ${'1'.repeat(100)}`],
  ])('%j', (cell) => {
    expect([cell, shapeOf(cell)]).toEqual([cell, null]);
  });
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
