import { describe, expect, test } from 'vitest';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import type { Problem } from '../../../src/problems/problem.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { lineAndColumn, placesOf } from '../../support/builds/problem-places.ts';
import { type Files, rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';
import { HEAD } from '../../support/data-packages.ts';

test('a described column that the file lacks is an error at its entry, with the most similar name', () => {
  const sidecar = sidecarWith({ columns: { year: { description: 'Y' }, valeu: { description: 'V' } } });
  const [problem, ...others] = check('year,value\n2000,1\n', sidecar).filter(({ severity }) => severity === 'error');
  expect(placesOf(problem ? [problem] : [])).toEqual([
    `economy/x.meta.json:${lineAndColumn(sidecar, '"valeu"')} column-unknown`,
  ]);
  expect(problem?.message).toContain('did you mean "value"?');
  expect(others).toEqual([]);
});

test('columns without a description, or with a blank one, are one hint that names the first of them', () => {
  const columns = { b: { description: 'B' }, c: { description: ' ', unit: '' } };
  const problems = check('a,b,c\n1,2,3\n', sidecarWith({ columns }));
  expect(problems).toMatchObject([{ severity: 'hint', code: 'column-undescribed', file: 'economy/x.meta.json' }]);
  expect(problems[0]?.message).toMatch(/ 2 of 3 columns .*: a, c$/);
  expect(problems[0]?.help).not.toMatch(/[{}…]/);
  expect(problems[0]?.candidates).toEqual([]);
  const [many] = check('a,b,c,d,e,f,g\n1,2,3,4,5,6,7\n', sidecarWith());
  expect(many?.message).toMatch(/: a, b, c, d, e and 2 more$/);
});

describe('a field of a data package that names no column', () => {
  const found = (csv: string, names: readonly string[], csvKeys?: object): Problem[] => {
    const schema = { fields: names.map((name) => ({ name, description: 'D' })) };
    const resources = [{ name: 'x', path: 'x.csv', schema }];
    const files = {
      'economy/datapackage.json': JSON.stringify({ ...HEAD, resources }),
      'economy/x.csv': csv,
      ...(csvKeys ? { 'economy/x.meta.json': JSON.stringify({ csv: csvKeys }) } : {}),
    };
    return build(files).filter(({ code }) => code !== 'column-undescribed');
  };

  test('is a hint with the most similar column', () => {
    const problems = found('year,value\n2000,1\n', ['year', 'valeu']);
    expect(problems).toMatchObject([{ severity: 'hint', code: 'field-unknown', file: 'economy/datapackage.json' }]);
    expect(problems[0]?.message).toContain('did you mean "value"?');
  });

  test.each([
    ['one of them differs only in case', 'Year,amount\n2000,1\n', ['year', 'value']],
    ['there are more columns than fields', 'year,amount\n2000,1\n', ['value']],
    ['there are fewer columns than fields', 'year,amount\n2000,1\n', ['value', 'code', 'unit']],
  ])('is a hint if no other names one either, and %s', (_, csv, names) => {
    expect(new Set(found(csv, names).map(({ code }) => code))).toEqual(new Set(['field-unknown']));
  });

  test('is an error if all fields are such, one for each column: the first record may be read as the header', () => {
    const csv = 'wheat,red,x\nrye,blue,y\n';
    const names = ['crop', 'colour', 'code'];
    expect(found(csv, names)).toMatchObject([{ severity: 'error', code: 'header-missing' }]);
    expect(found(csv, names, { header: 1 }).map(({ code }) => code)).toEqual(Array(3).fill('field-unknown'));
  });
});

test('a column named __proto__ is described like any other', () => {
  const sidecar = sidecarWith({}).replace(/\n\}$/, ',\n"columns": { "__proto__": { "description": "P" } }\n}');
  expect(check('__proto__\n1\n', sidecar)).toEqual([]);
});

function check(csv: string, sidecar: string): Problem[] {
  return build({ 'economy/x.csv': csv, 'economy/x.meta.json': sidecar });
}

function build(files: Files): Problem[] {
  const rawData = rawDataWith(files);
  return buildApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, memoryOutput()).problems;
}
