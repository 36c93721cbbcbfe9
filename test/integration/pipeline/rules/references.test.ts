import { describe, expect, test } from 'vitest';
import { checkData, type RememberedChecks } from '../../../../src/commands/check-data.ts';
import type { Source } from '../../../../src/model.ts';
import { buildInMemory } from '../../../support/builds/build-in-memory.ts';
import { placesOf } from '../../../support/builds/problem-places.ts';
import { rawDataWith, withSidecar, writeFiles } from '../../../support/builds/raw-data-folder.ts';

const CODES = 'code,name\nZH,Zürich\nBE,Bern\n';
const RATES = 'canton,rate\nZH,1.5\nXX,2\n,3\nBE,4\n';

const keyTo = (resource: string | undefined, fields = 'code') => ({
  foreignKeys: [{ fields: 'canton', reference: { ...(resource === undefined ? {} : { resource }), fields } }],
});
const folder = (rates = RATES, key: object = keyTo('codes'), codes = CODES) =>
  rawDataWith({ ...withSidecar('economy/codes', codes), ...withSidecar('economy/rates', rates, key) });
const errorsOf = (rawData: string, choice: Parameters<typeof buildInMemory>[1] = {}) =>
  placesOf(buildInMemory(rawData, choice).errors);

describe('a foreign key', () => {
  test('that is broken shows nothing of columns that are left out, and does not make fixes seem to work', () => {
    const rates = `canton,secret,rate\n${'XX,secret,"1,5"\n'.repeat(30)}`;
    const sidecar = { ...keyTo('codes'), columns: { secret: { omit: true } } };
    const { problems } = buildInMemory(folder(rates, sidecar));
    expect(JSON.stringify(problems.filter(({ code }) => code === 'reference-broken'))).not.toContain('secret');
    const fixes = problems.flatMap(({ fixes }) => fixes.map(({ patch }) => patch));
    expect(fixes).toEqual([{ columns: { rate: { decimal: ',' } } }]);
  });

  test('is broken by a value that the other dataset lacks, but not by a null', () => {
    expect(errorsOf(folder())).toEqual(['economy/rates.csv:3:1 reference-broken']);
    expect(errorsOf(folder('canton,rate\nZH,1\n,2\n'))).toEqual([]);
  });

  test('compares numbers as numbers, and codes as texts', () => {
    const numbers = 'canton,rate\n1,1\n2.0,2\n';
    expect(errorsOf(folder(numbers, keyTo('codes'), 'code,name\n1.0,a\n2,b\n'))).toEqual([]);
    expect(errorsOf(folder('canton,rate\n1,1\n', keyTo('codes'), 'code,name\n01,a\n02,b\n'))).toEqual([
      'economy/rates.csv:2:1 reference-broken',
    ]);
  });

  test('may refer to its own dataset, and to columns by their published names', () => {
    const self = { ...keyTo(undefined, 'id'), columns: { canton: { rename: 'parent' } } };
    expect(errorsOf(folder('id,canton\na,\nb,a\nc,d\n', self))).toEqual(['economy/rates.csv:4:3 reference-broken']);
    const renamed = { ...keyTo(undefined, 'key'), columns: { id: { rename: 'key' } } };
    expect(errorsOf(folder('id,canton\na,\nb,a\n', renamed))).toEqual([]);
  });

  test('is read again in either lane if the profile does not have all values', () => {
    const rows = Array.from({ length: 400 }, (_, row) => `${row}`);
    const codes = `code,name\n${rows.map((row) => `c${row},x\n`).join('')}`;
    const rates = `canton,rate\n${rows.map((row) => `c${Number(row) + 1},1\n`).join('')}`;
    const rawData = folder(rates, keyTo('codes'), codes);
    for (const choice of [{}, { asText: true }, { segmentBytes: 500 }]) {
      expect(errorsOf(rawData, choice)).toEqual(['economy/rates.csv:401:1 reference-broken']);
    }
  });

  test('to what does not exist is an error where it is stated', () => {
    expect(errorsOf(folder(RATES, keyTo('code')))).toEqual(['economy/rates.meta.json:8:5 reference-unknown']);
    expect(errorsOf(folder(RATES, keyTo('codes', 'cod')))).toEqual(['economy/rates.meta.json:8:5 column-unknown']);
  });

  test('keeps a dataset from being published, and only that', () => {
    const { datasets } = buildInMemory(folder(), { keepGoing: true });
    expect(datasets.map(({ config }) => config)).toEqual(['codes']);
  });

  test('to a dataset that a build leaves out is reported as unchecked, and checked by a shard', () => {
    const { places, document } = buildInMemory(folder(), { only: ['rates'] });
    expect(places).toEqual(['economy/rates.meta.json:8:5 rule-unchecked']);
    expect(document<{ hints: { code: string }[] }>('v1/datasets/rates/quality.json').hints).toMatchObject([
      { code: 'column-undescribed' },
      { code: 'rule-unchecked' },
    ]);
    const selectShard = (sources: readonly Source[]) => sources.filter(({ config }) => config === 'rates');
    expect(errorsOf(folder(), { selectShard })).toEqual(['economy/rates.csv:3:1 reference-broken']);
  });

  test('is checked before data is published, again if only the other dataset has changed', () => {
    const rawData = folder('canton,rate\nZH,1\n');
    const remembered: RememberedChecks = new Map();
    const codesOf = () =>
      checkData(rawData, [], undefined, undefined, remembered).files.flatMap(({ problems }) =>
        problems.flatMap(({ code, severity }) => (severity === 'error' ? code : [])),
      );
    expect(codesOf()).toEqual([]);
    writeFiles(rawData, { 'economy/codes.csv': 'code,name\nBE,Bern\nAG,Aargau\nGE,Genf\n' });
    expect(codesOf()).toEqual(['reference-broken']);
  });
});
