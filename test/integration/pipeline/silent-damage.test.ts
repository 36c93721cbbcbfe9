import { describe, expect, test } from 'vitest';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

/** The problems of a file, apart from undescribed columns. */
function problemsOf(csv: string | Uint8Array, more: Record<string, unknown> = {}): string[] {
  const rawData = rawDataWith(withSidecar('economy/x', csv, more));
  return buildInMemory(rawData).places.map((place) => place.replace('economy/x.csv:', ''));
}

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
