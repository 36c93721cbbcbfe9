import { expect, test } from 'vitest';
import type { ColumnDescription, TypeClaim } from '../../../../src/model.ts';
import { printedOn, type Said } from './problems-on.ts';

/*
 * Every message about a column as a person reads it, to the letter: its place, its excerpt, what to do, and each fix with its condition. A
 * message that changes is to be read in messages.txt, not only to be written there.
 */

const lines = (...texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');
const rows = (count: number, lineOf: (row: number) => string): string[] =>
  Array.from({ length: count }, (_, row) => lineOf(row));
const claims = (claim: Partial<TypeClaim> & Pick<TypeClaim, 'type'>, more: Partial<ColumnDescription> = {}): Said => ({
  columns: { a: { claim: { format: 'default', spellings: [], isBare: true, ...claim }, ...more } },
});
const padded = (row: number): string => ` t${row} `;

const CASES: Readonly<Record<string, readonly [csv: string, said?: Said]>> = {
  'a declared type': [lines('a,b', '1,u', 'x,v'), { columns: { a: { type: 'int64' } } }],
  'labels of a code and of one that does not occur': [
    lines('a,b', ...rows(3, (row) => `${row}.0,u`), ',v'),
    { columns: { a: { labels: { '0': 'nay', '1.0': 'yea', '9': 'absent' } } } },
  ],
  'a declared number format': [
    lines('a;b', '1,5;u', '1.5;v'),
    { columns: { a: { numberFormat: { decimal: ',' }, isNumber: true } } },
  ],
  'a declared type, and a code': [lines('a,b', '1,u', '007,v'), { columns: { a: { type: 'float64' } } }],
  'a declared type, and an integer beyond 64 bits': [
    lines('a,b', '1,u', '12345678901234567890,v'),
    { columns: { a: { type: 'int64' } } },
  ],
  'a declared type, and a decimal': [lines('a,b', '1,u', '2.0,v'), { columns: { a: { type: 'int64' } } }],
  'a declared type, and a long text that cannot all be seen': [
    lines('a,b', '1,u', `"<b>""a""\u202E\u00A0\u001B[31m\n${'x'.repeat(45)}\u{1F600}${'y'.repeat(100)}",v`),
    { columns: { a: { type: 'float64' } } },
  ],
  'a declared type, and separators of the whole file': [
    lines('a;b', '1.500,5;u', 'ca. 500;v'),
    {
      csv: { thousands: '.', decimal: ',' },
      columns: { a: { type: 'float64', numberFormat: { thousands: '.', decimal: ',' } } },
    },
  ],
  'a declared number format with marks': [
    lines('a;b', '$1\u00A0500;u', '$ 1.5%;v'),
    { columns: { a: { numberFormat: { thousands: '\u00A0', strip: { prefix: '$', suffix: ' %' } }, isNumber: true } } },
  ],
  'a claimed type, and a word that may mean null': [
    lines('a,b', ...rows(20, (row) => `${row},u`), 'trace,v'),
    claims({ type: 'integer' }),
  ],
  'a claimed type, and a value': [lines('a,b', '2024-01-31,u', '31.1.2024,v'), claims({ type: 'date' })],
  'a claimed format': [lines('a,b', '31.1.2024,u', '2024-01-31,v'), claims({ type: 'date', format: '%d.%m.%Y' })],
  'a claimed type, and null tokens': [
    lines('a,b', 'true,u', 'NA,v', '-,w', 'NA,x'),
    claims({ type: 'boolean', spellings: ['true', 'false'] }),
  ],
  'a claimed type, and null tokens in a column of texts': [
    lines('a,b', '2024-01-31,u', 'NA,v'),
    claims({ type: 'date' }, { type: 'object' }),
  ],
  'a text in a column of the declared format': [
    lines('a;b', ...rows(19, (row) => `${row},5;u`), 'closed;v'),
    { csv: { decimal: ',' } },
  ],
  'texts in a column of the declared format': [lines('a;b', '1,5;u', 'open;v', 'closed;w'), { csv: { decimal: ',' } }],
  'a text among numbers': [lines('a,b', ...rows(19, (row) => `${row},u`), 'closed,v')],
  'texts among numbers': [lines('a,b', ...rows(38, (row) => `${row}.5,u`), '12p,v', '13p,v')],
  'commas': [lines('a;b', '1,234;u', '5,678;v')],
  'decimal commas': [lines('a;b', '1,5;u', '2;v')],
  'points between thousands': [lines('a;b', '1.234,5;u', '2;v')],
  'blanks between thousands': [lines('a;b', '1 234;u', '2;v')],
  'no-break spaces between thousands': [lines('a;b', '1\u00A0234,5;u', '2;v')],
  'narrow no-break spaces between thousands': [lines('a;b', '1\u202F234;u', '2;v')],
  'apostrophes between thousands': [lines('a;b', "1'234;u", '2;v')],
  'percent signs': [lines('a;b', '1,5%;u', '2%;v')],
  'currencies': [lines('a;b', '$1,234;u', '$2;v')],
  'a format, and a mark': [lines('a;b', '1.234,5;u', 'k. A.;v')],
  'a format in three columns': [lines('a;b;c', '1,234;2;u', '3;1,5;1,5', '1,5;2,5;2,5').replace('u', '7')],
  'a format in four columns, one with marks': [
    lines('a;b;c;d', '1;2;3;4', '1,5;2,5;3,5;4,5', '1,5;2,5;n. v.;4,5', '1,5;2,5;3,5;4,5', '1,5;2,5;3,5;4,5'),
  ],
  'a format in three columns, and points': [lines('a;b;c;d', '1,5;2,5;3,5;0.5', '1,5;2,5;3,5;4.5')],
  'two formats, each in three columns': [
    lines('a;b;c;d;e;f', '1,5;2,5;3,5;1 234;2 345;3 456', '1,5;2,5;3,5;1 234;2 345;3 456'),
  ],
  'percent signs in three columns': [lines('a;b;c', '1%;2%;3%', '2%;3%;4%')],
  'points between semicolons': [lines('a;b', '1.234;u', '5.678;v')],
  'points beside decimal commas': [lines('a,b', '1.234,"1,5"', '5.678,"2,5"')],
  'plus signs': [lines('a,b', '+5,u', '+6,v')],
  'plus signs of decimals': [lines('a,b', '+5.5,u', '+6.5,v')],
  'blanks around cells': [lines('a,b', ...rows(3, (row) => `${padded(row)},u`))],
  'blanks around the cells of two columns': [lines('a,b', ...rows(3, (row) => `${padded(row)},${padded(row)}`))],
  'blanks around the cells of three columns': [
    lines('a,b,c', ...rows(3, (row) => `${padded(row)},${padded(row)},${padded(row)}`)),
  ],
  'blanks around names and cells': [lines('a,b ', ...rows(3, (row) => `t${row},u${row} `))],
  'blanks around cells, and around one of the names': [
    lines('a,b ', ...rows(3, (row) => `${padded(row)},${padded(row)}`)),
  ],
  'quotes of another kind': [lines('a,b', "'t',u", "'u',v")],
  'quotes of another kind in two columns': [lines('a,b', "'t','u'", "'u','v'")],
  'quotes of another kind in four columns': [lines('a,b,c,d', "'t','u','t','u'", "'u','v','u','v'")],
  'quotes that open and close': [lines('a,b', '\u201ct\u201d,u', '\u201cu\u201d,v')],
  'quotes inside quotes': [lines('a,b', "'''t''',u", "'''u''',v"), { csv: { quote: "'" } }],
  'a blank cell': [lines('a,b', 't,u', ' ,v', 'w,x')],
  'blank cells': [lines('a,b', 't,u', '\u3000,v', ' ,x', '  ,y', '\t,z', '\u00A0,u')],
  'blank cells of more kinds than a sidecar lists': [
    lines(
      'a,b',
      't,u',
      ...[...'\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009'].map((it) => `${it},v`),
    ),
  ],
  'blank cells of as many kinds as a sidecar lists': [
    lines('a,b', 't,u', ...[...'\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008'].map((it) => `${it},v`)),
  ],
  'null tokens': [lines('a,b', 'red,u', 'NaN,v', 'blue,x', 'N/A,y', 'NaN,z')],
  'null tokens and blank cells, beside declared ones': [
    lines('a,b', 'red,u', 'NULL,v', 'blue,x', ' ,y', '-9,z'),
    { csv: { missing: ['-9'] } },
  ],
  'null tokens and blank cells': [lines('a,b', 'red,u', 'NULL,v', 'blue,x', ' ,y', '-9,z')],
  'null tokens that the description explains': [
    lines('a,b', 'red,u', 'NaN,v', '..,x', 'blue,z'),
    { columns: { a: { description: 'The colour ("NaN": not measured; ..: secret)' } } },
  ],
  'texts that differ in blanks': [lines('a,b', 'red,u', 'red ,v', 'blue,w', ' blue,x', 'green,y')],
  'texts that differ in normalisation': [lines('a,b', 'Zo\u00eb,u', 'Zoe\u0308,v', 'x\u00A0y,w')],
  'texts that differ in blanks, and padded texts of another column': [
    lines('a,b', 'red, u', 'red ,v', 'blue,w', 'green,x'),
  ],
  'texts that differ in blanks, in a file whose blanks belong to cells': [
    lines('a,b', 'red,u', 'red ,v'),
    { csv: { trim: false } },
  ],
  'a row of units': [lines('a,b,c', 'u,kg,cm', 'v,1,2', 'w,3,4')],
  'a row of units below a declared header': [lines('a,b,c', 'u,kg,cm', 'v,1,2', 'w,3,4'), { csv: { header: 1 } }],
  'a row of units below declared names': [lines('u,kg,cm', 'v,1,2', 'w,3,4'), { csv: { header: ['a', 'b', 'c'] } }],
  'another table': [lines('a,b,c', '1,2,u', '3,4,v', 'shop,till,w', '5,6,x')],
  'another table after a blank line': [lines('a,b', '1,u', '2,v', '', 'shop,w', '5,x')],
  'two names among the values': [lines('red,oak,x', 'blue,elm,2', 'red,oak,3', 'red,ash,4')],
  'three names among the values': [lines('red,oak,big,x', 'blue,elm,big,2', 'red,oak,small,3')],
  'two names among the values, and a word above numbers': [lines('red,oak,year', 'blue,elm,2', 'red,oak,3')],
  'a name among the values': [lines('a,b', 'u,1', 'a,2', 'v,3')],
};

test('every message reads as messages.txt shows it', async () => {
  const printed = Object.entries(CASES).map(
    ([name, [csv, said]]) => `# ${name}\n\n${printedOn(csv, said) || '(nothing is doubtful)'}\n`,
  );
  await expect(printed.join('\n')).toMatchFileSnapshot('messages.txt');
});
