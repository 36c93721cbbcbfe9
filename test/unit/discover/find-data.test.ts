import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FoundData, Search } from '../../../src/discover/describe-source.ts';
import { findData, findSources } from '../../../src/discover/find-sources.ts';
import { formatProblem } from '../../../src/problems/format-problem.ts';
import { type Problem, ProblemError } from '../../../src/problems/problem.ts';
import { placesOf } from '../../support/builds/problem-places.ts';
import { type Files, folderWith, rawDataWith, sidecarWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { HEAD } from '../../support/data-packages.ts';

const CATALOGUE: Search['catalogue'] = {
  categories: ['economy', 'governance'].map((name) => ({ name, title: name, description: name })),
  license: null,
};

/**
 * What is found, in short: file, config, whether it is described and whether it is refused, and the problems of its own and those it
 * shares.
 */
function inShort(found: readonly FoundData[]): unknown[] {
  return found.map(({ file, isDescribed, source, problems, shared }) => [
    file,
    ...(source ? [source.config, source.isRefused] : [null, null]),
    isDescribed,
    problems.map(({ code }) => code),
    shared.map(({ code }) => code),
  ]);
}

function find(files: Files, catalogue = CATALOGUE): { found: unknown[]; problems: Problem[] } {
  const problems: Problem[] = [];
  return { found: inShort(findData(rawDataWith(files), catalogue, (it) => problems.push(it))), problems };
}

const packageOf = (...resources: object[]): string => JSON.stringify({ ...HEAD, resources });
const CSV = 'a\n1\n';

describe('each file with data is found with the problems that concern it', () => {
  test('if its sidecar is missing, faulty or unreadable, or its name or category is wrong', () => {
    const { found, problems } = find({
      'economy/b.csv': CSV,
      ...withSidecar('economy/a', CSV),
      ...withSidecar('economy/faulty', CSV, { url: 'x' }),
      ...withSidecar('economy/index', CSV),
      'economy/limit.csv': CSV,
      ...withSidecar('economy/syntax', CSV, '{'),
      ...withSidecar('economy/unknown', CSV, { csv: { form: 1 } }),
      ...withSidecar('elsewhere/z', CSV),
    });
    expect(found).toEqual([
      ['economy/b.csv', '', false, false, ['sidecar-missing'], []],
      ['economy/index.csv', '', true, true, ['name-reserved'], []],
      ['economy/limit.csv', '', false, false, ['name-reserved', 'sidecar-missing'], []],
      ['economy/syntax.csv', null, null, true, ['json-syntax'], []],
      ['economy/unknown.csv', null, null, true, ['key-unknown'], []],
      ['economy/a.csv', 'a', false, true, [], []],
      ['economy/faulty.csv', 'faulty', true, true, ['value-invalid'], []],
      ['elsewhere/z.csv', 'z', true, true, ['category-unknown'], []],
    ]);
    expect(problems).toHaveLength(8);
  });

  test('if it or its sidecar is no regular file', () => {
    const { found } = find({ 'economy/a.csv/x': '', 'economy/b.csv': CSV, 'economy/b.meta.json/x': '' });
    expect(found).toEqual([
      ['economy/b.csv', null, null, true, ['not-a-file'], []],
      ['economy/a.csv', null, null, true, ['not-a-file'], []],
    ]);
  });

  test('if it has the config name of others, which is then theirs too', () => {
    const { found } = find({
      ...withSidecar('economy/a', CSV),
      ...withSidecar('governance/A', CSV, { url: 'x' }),
    });
    expect(found).toEqual([
      ['economy/a.csv', 'a', true, true, ['name-collision'], []],
      ['governance/A.csv', 'a', true, true, ['value-invalid', 'name-collision'], []],
    ]);
  });

  test('if a package describes it, soundly or not', () => {
    const { found, problems } = find({
      'economy/p/datapackage.json': packageOf(
        { name: 'a', path: 'a.csv' },
        { name: 'b', path: 'b.csv', dialect: 'd.json' },
        { name: 'c', path: ['c.csv', 'd.csv'] },
        { name: 'e', path: 'e.csv' },
        { name: 'f', path: 'f.csv' },
        { path: 'g.csv' },
        { name: 'readme', path: 'readme.md' },
      ),
      'economy/p/a.csv': CSV,
      'economy/p/b.csv': CSV,
      'economy/p/d.json': '{"delimiter": 1}',
      'economy/p/c.csv': CSV,
      ...withSidecar('economy/p/d', CSV, '{}'),
      ...withSidecar('economy/p/e', CSV, '{'),
      'economy/p/f.csv': CSV,
      'economy/p/f.meta.json/x': '',
      'economy/p/g.csv/x': '',
      'economy/p/readme.md': '',
    });
    expect(found).toEqual([
      ['economy/p/b.csv', null, null, true, [], ['value-invalid']],
      ['economy/p/c.csv', null, null, true, ['resource-unreadable'], []],
      ['economy/p/d.csv', null, null, true, ['resource-unreadable'], []],
      ['economy/p/e.csv', null, null, true, ['json-syntax'], []],
      ['economy/p/f.csv', null, null, true, ['not-a-file'], []],
      ['economy/p/g.csv', null, null, true, ['not-a-file', 'key-missing'], []],
      ['economy/p/a.csv', 'a', false, true, [], []],
    ]);
    expect(problems.map(({ code }) => code)).not.toContain('sidecar-without-data');
  });

  test('if a package around it cannot be read', () => {
    const { found, problems } = find({
      'economy/p/datapackage.json': '{',
      'economy/p/deep/a.csv': CSV,
      'economy/p/b.txt': CSV,
      ...withSidecar('economy/p/c', CSV),
      'economy/p2/d.csv': CSV,
      'economy/e.txt': CSV,
      'governance/datapackage.json': packageOf({ name: 'f', path: 'f.txt', type: 'table' }),
      'governance/f.txt': CSV,
    });
    expect(found).toEqual([
      ['economy/p/deep/a.csv', null, null, true, [], ['json-syntax']],
      ['economy/p2/d.csv', '', false, false, ['sidecar-missing'], []],
      ['economy/p/c.csv', 'c', false, true, [], ['json-syntax']],
      ['governance/f.txt', 'f', false, true, [], []],
    ]);
    expect(placesOf(problems)).toEqual([
      'economy/p/datapackage.json:1:2 json-syntax',
      'economy/p2/d.csv sidecar-missing',
    ]);
  });
});

describe('of a catalogue that could not be read', () => {
  test('neither categories nor licences are checked', () => {
    const files = withSidecar('nowhere/a', CSV, { license: undefined });
    expect(find(files, null)).toEqual({ found: [['nowhere/a.csv', 'a', false, true, [], []]], problems: [] });
  });
});

test('a category that is wrong in a sidecar is reported there, and one of a folder with a package there', () => {
  const { problems } = find({
    'a/p/datapackage.json': packageOf({ name: 'a', path: 'a.csv' }, { name: 'b', path: 'b.csv' }),
    'a/p/a.csv': CSV,
    ...withSidecar('a/p/b', CSV, '{"category": "b"}'),
  });
  expect(placesOf(problems)).toEqual(['a/p/datapackage.json category-unknown', 'a/p/b.meta.json category-unknown']);
});

describe('of some datasets', () => {
  const FILES = {
    ...withSidecar('economy/a', CSV),
    ...withSidecar('economy/b', CSV, { url: 'x' }),
    'economy/limit.csv': CSV,
    'governance/lonely.meta.json': sidecarWith(),
    'economy/p/datapackage.json': '{',
    'economy/p/c.csv': CSV,
  };

  const choose = (only: string[], files: Files = FILES) => {
    const problems: Problem[] = [];
    const sources = findSources(rawDataWith(files), CATALOGUE, (it) => problems.push(it), only);
    return { configs: sources.map(({ config }) => config), problems: placesOf(problems) };
  };

  test.each<[string[], string[], string[]]>([
    [['a'], ['a'], []],
    [
      ['economy/*'],
      ['a', 'b'],
      [
        'economy/b.meta.json:5:10 value-invalid',
        'economy/limit.csv name-reserved',
        'economy/limit.csv sidecar-missing',
      ],
    ],
    [['b', 'a'], ['a', 'b'], ['economy/b.meta.json:5:10 value-invalid']],
    [['economy/p/c.csv'], [], ['economy/p/datapackage.json:1:2 json-syntax']],
    [['a', 'governance/*'], ['a'], ['governance/lonely.meta.json sidecar-without-data']],
  ])('%j: those are found, with the problems that concern them', (only, configs, problems) => {
    const files = { ...FILES, 'governance/v.csv': CSV };
    const more = only.includes('governance/*') ? ['governance/v.csv sidecar-missing'] : [];
    expect(choose(only, files)).toEqual({ configs, problems: [...more, ...problems] });
  });

  test('a catalogue that is a link out of the folder is reported', () => {
    const rawData = folderWith(withSidecar('economy/a', CSV));
    symlinkSync(join(rawDataWith({}), 'catalogue.json'), join(rawData, 'catalogue.json'));
    const problems: Problem[] = [];
    findSources(rawData, CATALOGUE, (it) => problems.push(it), ['a']);
    expect(placesOf(problems)).toEqual(['catalogue.json link-outside']);
  });

  const refusalOf = (only: string[], files: Files): unknown => {
    try {
      return choose(only, files);
    } catch (error) {
      return error instanceof ProblemError ? formatProblem(error.problem).split('\n') : error;
    }
  };

  test('a pattern that matches nothing is refused, with the names that there are', () => {
    const all = 'Use config names, or paths relative to the raw-data folder, such as economy/*.';
    expect(refusalOf(['aa'], FILES)).toEqual([
      'setting-invalid  --only aa matches no dataset (did you mean "a"?)',
      `    ${all} There are 4 datasets: economy/limit.csv, economy/p/c.csv, a, b.`,
    ]);
    expect(refusalOf(['aa', 'a', 'x'], withSidecar('economy/a', CSV))).toEqual([
      'setting-invalid  --only aa,x matches no dataset',
      `    ${all} There is 1 dataset: a.`,
    ]);
  });
});
