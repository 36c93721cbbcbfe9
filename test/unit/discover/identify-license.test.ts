import spdx from 'spdx-license-list';
import { describe, expect, test } from 'vitest';
import { identifyLicense, isLicenseId, namedLicense } from '../../../src/discover/identify-license.ts';
import type { Problem } from '../../../src/problems/problem.ts';

const CC_BY = {
  name: 'Creative Commons Attribution 4.0 International',
  spdx: 'CC-BY-4.0',
  url: 'https://creativecommons.org/licenses/by/4.0/legalcode',
  suggestion: null,
};

describe('a licence is identified by', () => {
  test.each(['CC-BY-4.0', 'cc-by-4.0', ' CC-BY-4.0 ', 'creative commons attribution 4.0 international'])(
    'its identifier or its name, without regard to case: %j',
    (text) => {
      expect(identifyLicense(text)).toEqual(CC_BY);
    },
  );

  test.each([
    'https://creativecommons.org/licenses/by/4.0/',
    'http://www.creativecommons.org/licenses/by/4.0',
    'https://creativecommons.org/licenses/by/4.0/deed.de',
    'https://creativecommons.org/licenses/by/4.0/legalcode.fr',
  ])('the address of its text, which stays as it is given: %s', (url) => {
    expect(identifyLicense(url)).toEqual({ ...CC_BY, url });
  });
});

test('every identifier of the list is found, has a web address, and its name leads to a licence of the same name', () => {
  const wrong = Object.keys(spdx).filter((id) => {
    const found = identifyLicense(id);
    return found.spdx !== id || !/^https?:/.test(found.url ?? '') || identifyLicense(found.name).name !== found.name;
  });
  expect(Object.keys(spdx).length).toBeGreaterThan(500);
  expect(wrong).toEqual([]);
});

test.each([
  ['CC-BY 4.0', 'CC-BY-4.0'],
  ['cc by 4.0', 'CC-BY-4.0'],
  ['CC BY 4.0 International', 'CC-BY-4.0'],
  ['CC BY-SA 3', 'CC-BY-SA-3.0'],
  ['CC0 1.0', 'CC0-1.0'],
  ['ODbL v1.0', 'ODbL-1.0'],
  ['Apache 2', 'Apache-2.0'],
  ['Etalab 2', 'etalab-2.0'],
])('%j is nearly %s, and keeps its name', (text, suggestion) => {
  expect(identifyLicense(text)).toEqual({ name: text, spdx: null, url: null, suggestion });
});

test.each([
  'Public domain (work of the US government)',
  'CC BY',
  'CC-BY-4.0 and our own terms',
  'Licence Ouverte 2.0',
  'x'.repeat(100_000),
  'constructor',
  '',
])('%.60j is a name of which nothing else is known', (text) => {
  expect(identifyLicense(text)).toEqual({ name: text, spdx: null, url: null, suggestion: null });
});

test('a URL that the list does not have is both name and address', () => {
  const url = 'https://example.org/terms?x=1';
  expect(identifyLicense(url)).toEqual({ name: url, spdx: null, url, suggestion: null });
  expect(identifyLicense('javascript:x()').url).toBeNull();
});

test('only identifiers are identifiers', () => {
  expect(['mit', 'MIT License', 'constructor'].map(isLicenseId)).toEqual([true, false, false]);
});

test('a text that is nearly an identifier is a hint with the identifier', () => {
  const problems: Problem[] = [];
  const at = { file: 'x.meta.json', place: { line: 3, column: 9, excerpt: '' }, name: 'license' };
  expect(namedLicense('cc by 4.0', at, (it) => problems.push(it)).name).toBe('cc by 4.0');
  namedLicense('CC-BY-4.0', at, (it) => problems.push(it));
  expect(problems).toMatchObject([{ severity: 'hint', code: 'license-doubtful', file: 'x.meta.json', line: 3 }]);
  expect(problems[0]?.help).toContain('"license": "CC-BY-4.0"');
});
