import { describe, expect, test } from 'vitest';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { placesOf } from '../../support/builds/problem-places.ts';
import { rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';

/** The problems of a file, apart from undescribed columns. */
function problemsOf(csv: string | Uint8Array, more: Record<string, unknown> = {}): string[] {
  const rawData = rawDataWith({ 'economy/x.csv': csv, 'economy/x.meta.json': sidecarWith(more) });
  const { problems } = buildApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, memoryOutput());
  return placesOf(problems.filter(({ code }) => code !== 'column-undescribed')).map((place) =>
    place.replace('economy/x.csv:', ''),
  );
}

const NUMBERS = Array.from({ length: 40 }, (_, row) => `k${row},${row}`).join('\n');

describe('traces of damage are reported at their first place:', () => {
  test.each([
    ['a NUL character', 'a,b\nx,1\ny\0,2\n', '3:2 nul-character'],
    ['a replacement character', 'a,b\nx,1\ny\uFFFD,2\n', '3:2 replacement-character'],
    ['a byte order mark inside', 'a,b\nx,1\ny\uFEFFa,2\n', '3:2 mark-inside'],
    ['a byte order mark before a line', 'a,b\nx,1\n\uFEFFa,2\n', '3:1 files-joined'],
    ['a control character', 'a,b\nx,1\ny\u0092s,2\n', '3:2 control-character'],
    ['mojibake', 'a,b\nx,1\nCafÃ©,2\nZÃ¼rich,3\n', '3:4 mojibake'],
    ['mojibake of a dash', 'a,b\nx â€“ y,1\n', '2:3 mojibake'],
  ])('%s', (_, csv, place) => {
    expect(problemsOf(csv)).toEqual([place]);
  });

  test.each(['São Tomé', 'ÂGE', 'Ãrvore', 'Â', 'naïve – café', 'x 5 €/t'])('%s is not damage', (text) => {
    expect(problemsOf(`a,b\n${text},1\n`)).toEqual([]);
  });
});

describe('more than one table, or header:', () => {
  test('the header once more', () => {
    expect(problemsOf('a,b\n1,2\na,b\n3,4\n')).toContain('3:1 header-repeated');
  });

  test('a second header row', () => {
    expect(problemsOf('place,men,women\n,count,count\nx,1,2\ny,3,4\n')).toEqual(['2:2 header-rows']);
    expect(problemsOf('place,men,women\n,count,count\nx,1,2\ny,3,4\n', { csv: { header: 2 } })).toEqual([]);
  });
});

describe('a column that is text only because of a few values', () => {
  test('is reported at the first of them', () => {
    expect(problemsOf(`a,b\n${NUMBERS}\nx,*\ny,13p\n`)).toEqual(['42:3 number-format']);
  });

  test('is numeric once they are declared missing, and gives no hint once it is declared as text', () => {
    const csv = `a,b\n${NUMBERS}\nx,*\ny,13p\n`;
    const columns = (entry: object): Record<string, unknown> => ({ columns: { b: { description: 'B', ...entry } } });
    expect(problemsOf(csv, columns({ missing: ['*', '13p'] }))).toEqual([]);
    expect(problemsOf(csv, columns({ type: 'object' }))).toEqual([]);
  });
});

describe('the header of another table, inside', () => {
  const first = 'place,men,women\nx,1,2\ny,3,4\n';

  test('is reported if it has texts in all columns that are numeric above', () => {
    expect(problemsOf(`${first}city,area,height\nu,5,6\n`)).toEqual(['4:6 tables-several']);
    expect(problemsOf(`${first}\nzone,flat,hilly\nu,5,v\n`)).toEqual(['4:1 blank-lines', '5:6 tables-several']);
  });

  test('is reported for a single such column after a blank line', () => {
    expect(problemsOf('place,men\nx,1\ny,2\n\ncity,area\nz,3\n')).toEqual(['4:1 blank-lines', '5:6 tables-several']);
    expect(problemsOf('place,men\nx,1\ny,2\ncity,area\nz,3\n')).toEqual(['4:6 nearly-numeric']);
  });
});

describe('texts between quotes', () => {
  const csv = "place,colour\n'x',red\n'y',blue\n'z',red\n";

  test('are reported if nearly all are', () => {
    expect(problemsOf(csv)).toEqual(['2:1 quote-doubtful']);
    expect(problemsOf('a,b\n«x»,1\n«y»,2\n')).toEqual(['2:1 quote-doubtful']);
    expect(problemsOf("a,b\n'x',1\ny,2\n'z',3\n")).toEqual([]);
  });

  test('are read without quotes if these are declared, and with them if the column is declared as text', () => {
    expect(problemsOf(csv, { csv: { quote: "'" } })).toEqual([]);
    expect(problemsOf(csv, { columns: { place: { description: 'P', type: 'object' } } })).toEqual([]);
  });
});

describe('names that are values of their columns', () => {
  test('give a hint, and two of them are an error', () => {
    expect(problemsOf('a,b\nx,red\na,blue\n')).toEqual(['1:1 header-doubtful']);
    expect(problemsOf('a,red\nx,red\na,blue\n')).toEqual(['1:1 header-missing']);
    expect(problemsOf('a,red\nx,red\na,blue\n', { csv: { header: 1 } })).toEqual([]);
  });
});

test('a year in the first line belongs to a record above years, and is a name in a table of years', () => {
  expect(problemsOf('2019,x\n2020,y\n2021,z\n')).toEqual(['1:1 header-missing']);
  expect(problemsOf('place,2019\nx,2020\n')).toEqual(['1:1 header-missing']);
  expect(problemsOf('place,2019,2020\nx,2020,2021\n')).toEqual([]);
  expect(problemsOf('2019,x\n1500000,y\n')).toEqual([]);
});

describe('after cells of several lines or several code units, places are those that editors show:', () => {
  const head = 'id,name,"long\nnote"\n1,"two\r\nlines",🌾\n2,"a\n\nb",x\n';

  test.each([
    ['a row too long', `${head}3,y,z,u\n4,a,b\n`, '8:7 row-too-long'],
    ['a row too short', `${head}3,y\n4,a,b\n`, '8:4 row-too-short'],
    ['a note', `${head}Source: us\n`, '8:1 footer-found'],
    ['a note of full width', `${head}Source: us,,\n`, '8:1 footer-found'],
    ['a comment', `${head}# checked\n4,a,b\n`, '8:1 row-too-short'],
    ['a row of sums', `${head}Total,a,b\n`, '8:1 totals-row'],
    ['an empty row', `${head}3,b,c\n,,\n4,d,e\n`, '9:1 rows-empty'],
    ['a blank line', `${head}\n\n3,b,c\n`, '8:1 blank-lines'],
    ['the header', `${head}id,name,"long\nnote"\n3,b,c\n`, '8:1 header-repeated'],
    ['a row once more', `${head}3,b,c\n3,b,c\n`, '9:1 rows-repeated'],
    ['a stray quote', `${head}3,🌾 "b",c\n`, '8:6 quote-stray'],
    ['a mark', `${head}\uFEFF3,b,c\n`, '8:1 files-joined'],
    ['a control character', `${head}3,🌾\u0007,c\n`, '8:5 control-character'],
  ])('%s', (_, csv, place) => {
    expect(problemsOf(csv)).toContain(place);
  });

  test('a value of another type', () => {
    const columns = { name: { description: 'N', type: 'int64' } };
    expect(problemsOf(`${head}3,b,c\n`, { columns })).toContain('3:3 type-mismatch');
  });
});

describe('a record is the sum of all others', () => {
  const rows = 'a,10,0.5\nb,20,1.25\nc,30,0.75\nd,40,2.5\n';

  test.each<readonly [rule: string, csv: string, found: readonly string[]]>([
    ['in two columns', `name,x,y\n${rows}all,100,5\n`, ['6:1 totals-row']],
    ['in one, above the others', `name,x,y\nall,1000,7\n${rows.replaceAll('0,', '00,')}`, ['2:1 totals-row']],
    [
      'beside a column in which it is 0',
      `name,x,y\na,10,1\n${rows}all,110,0\n`.replaceAll('0,', '000,'),
      ['7:1 totals-row'],
    ],
    ['and is called so, in the middle', `name,x,y\ntop,0,0\ntotal,100,5\n${rows}`, ['3:1 totals-row']],
    ['but occurs twice', 'name,x,y\na,0,0\nb,0,0\nc,0,0\nd,5000,5000\ne,5000,5000\n', []],
    ['but small, and in one column', `name,x,y\n${rows}all,100,7\n`, []],
    ['but for a digit', `name,x,y\n${rows}all,101,5\n`, []],
    ['of two numbers', 'name,x,y\na,1000,100\nb,1000,100\n', []],
    ['and is called so', `name,x,y\n${rows}total,100,5\n`, ['6:1 totals-row']],
  ])('%s', (_, csv, found) => {
    expect(problemsOf(csv)).toEqual(found);
  });

  test('in the notation that is declared, unless all rows are declared to be records', () => {
    const csv = 'name;x;y\na;1.000;0,5\nb;2.000;1,5\nc;3.000;0,25\nd;4.000;2,5\nall;10.000;4,75\n';
    const declared = { thousands: '.', decimal: ',' };
    expect(problemsOf(csv, { csv: declared })).toEqual(['6:1 totals-row']);
    expect(problemsOf(csv, { csv: { ...declared, footerRows: 0 } })).toEqual([]);
  });
});
