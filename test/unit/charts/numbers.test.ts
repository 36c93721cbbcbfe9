import { describe, expect, test } from 'vitest';
import { plainUnit, shortFormat } from '../../../src/charts/numbers.ts';

describe('a word that multiplies a unit is taken off, with its factor', () => {
  test.each([
    ['thousand jobs', 'en', 'jobs', 1e3],
    ['million 2011 US dollars at PPP', 'en', '2011 US dollars at PPP', 1e6],
    ['million $', 'en', '$', 1e6],
    ['billion US dollars', 'en-US', 'US dollars', 1e9],
    ['trillions of euros', 'en', 'euros', 1e12],
    ['miles de euros', 'es', 'euros', 1e3],
    ['miles de millones de euros', 'es', 'euros', 1e9],
    ['milliers d’euros', 'fr', 'euros', 1e3],
    ["milliers d'euros", 'fr', 'euros', 1e3],
    ['milliards de francs', 'fr', 'francs', 1e9],
    ['Tausend Tonnen', 'de', 'Tonnen', 1e3],
    ['Mrd. Euro', 'de', 'Euro', 1e9],
    ['million tonnes', 'fr', 'tonnes', 1e6],
  ])('of %s in %s', (unit, language, plain, factor) => {
    expect(plainUnit(unit, language)).toEqual({ unit: plain, factor });
  });

  test.each([
    ['miles per gallon', 'en'],
    ['miles per gallon', 'es'],
    ['miles per hour', 'en'],
    ['miles', 'es'],
    ['mile runs', 'en'],
    ['thousand-yard runs', 'en'],
    ['thousands', 'en'],
    ['million per year', 'en'],
    ['thousand (2010 = 100)', 'en'],
    ["billions d'euros", 'fr'],
    ['billions d’euros', 'en'],
    ['billion euros', 'de'],
    ['billion euros', 'es'],
    ['Trillion Euro', 'de'],
  ])('not of %s in %s', (unit, language) => {
    expect(plainUnit(unit, language)).toEqual({ unit, factor: 1 });
  });

  test('values are multiplied by it and by nothing else', () => {
    expect(shortFormat('en', 'miles per gallon')(21.5)).toBe('21.5');
    expect(shortFormat('en', 'thousand jobs')(140_000)).toBe('140M');
  });
});
