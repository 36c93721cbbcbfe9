import { expect, test } from 'vitest';
import { buildApi } from '../../../src/build/build-api.ts';
import type { Problem } from '../../../src/problems/problem.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { lineAndColumn, placesOf } from '../../support/builds/problem-places.ts';
import { rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';

test('a described column that the file lacks is an error at its entry, with the most similar name', () => {
  const sidecar = sidecarWith({ columns: { year: { description: 'Y' }, valeu: { description: 'V' } } });
  const [problem, ...others] = check('year,value\n2000,1\n', sidecar).filter(({ severity }) => severity === 'error');
  expect(placesOf(problem ? [problem] : [])).toEqual([
    `economy/x.meta.json:${lineAndColumn(sidecar, '"valeu"')} column-unknown`,
  ]);
  expect(problem?.message).toContain('did you mean "value"?');
  expect(others).toEqual([]);
});

test('columns without a description are a hint, with the entries to add', () => {
  const problems = check('a,b,c\n1,2,3\n', sidecarWith({ columns: { b: { description: 'B' } } }));
  expect(problems).toMatchObject([{ severity: 'hint', code: 'column-undescribed', file: 'economy/x.meta.json' }]);
  expect(problems[0]?.message).toContain('2 of 3 columns');
  expect(problems[0]?.help).toContain('"a": { "description":');
});

test('a column named __proto__ is described like any other', () => {
  const sidecar = sidecarWith({}).replace(/\n\}$/, ',\n"columns": { "__proto__": { "description": "P" } }\n}');
  expect(check('__proto__\n1\n', sidecar)).toEqual([]);
});

function check(csv: string, sidecar: string): Problem[] {
  const rawData = rawDataWith({ 'economy/x.csv': csv, 'economy/x.meta.json': sidecar });
  return buildApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, memoryOutput()).problems;
}
