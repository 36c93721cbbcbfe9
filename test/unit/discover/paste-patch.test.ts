import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { undescribedSource } from '../../../src/discover/describe-source.ts';
import { findSources } from '../../../src/discover/find-sources.ts';
import { pasters } from '../../../src/discover/paste-patch.ts';
import type { Source } from '../../../src/model.ts';
import { type Files, rawDataWith, sidecarWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { HEAD } from '../../support/data-packages.ts';

const PATCH = { csv: { skipRows: 2 }, columns: { b: { rename: 'c' } } };
const DESCRIBED = { csv: { comment: '#' }, columns: { a: { description: 'A' } } };
const PACKAGE: Files = {
  'economy/p/datapackage.json': JSON.stringify({
    ...HEAD,
    resources: [
      { name: 'w', path: 'w.tsv', dialect: { commentChar: '!' } },
      { name: 'x', path: 'x.tsv', dialect: { commentChar: '#' }, schema: { fields: [{ name: 'a', title: 'A' }] } },
    ],
  }),
  'economy/p/w.tsv': 'a\n',
  'economy/p/x.tsv': 'a\tb\n',
};

function sourceIn(files: Files): { source: Source; rawData: string } {
  const rawData = rawDataWith(files);
  const source = findSources(rawData, null, () => {}).find(({ config }) => config === 'x');
  return { source: source as Source, rawData };
}

/** What a description says about a file, in short. */
function inShort(source: Source | null | undefined): unknown {
  if (!source) return null;
  const { config, category, format, columns } = source;
  const { comment, skipRows, delimiter } = format;
  return {
    config,
    category,
    comment,
    skipRows,
    delimiter,
    columns: [...columns].map(([name, it]) => [name, it.description, it.rename]),
  };
}

const PATCHED = {
  config: 'x',
  category: 'economy',
  comment: '#',
  skipRows: 2,
  columns: [
    ['a', 'A', undefined],
    ['b', '', 'c'],
  ],
};

describe('a patch is laid', () => {
  test('over a sidecar', () => {
    const { source } = sourceIn(withSidecar('economy/x', 'a,b\n', DESCRIBED));
    const pasted = pasters()(source).describe(PATCH);
    expect(inShort(pasted)).toEqual({ ...PATCHED, delimiter: null });
    expect(pasted?.columnPlaces.get('b')).toMatchObject({ file: 'economy/x.meta.json', name: 'columns.b' });
  });

  test('over a sidecar whose dataset is in no folder, and one that is not filled in', () => {
    const sidecar = sidecarWith({ ...DESCRIBED, category: 'economy', name: '', source: '' });
    const { source } = sourceIn(withSidecar('x', 'a,b\n', sidecar));
    expect(inShort(pasters()(source).describe(PATCH))).toEqual({ ...PATCHED, delimiter: null });
  });

  test('over a package', () => {
    const { source } = sourceIn(PACKAGE);
    expect(inShort(pasters()(source).describe(PATCH))).toEqual({ ...PATCHED, delimiter: '\t' });
  });

  test('over a package and a sidecar', () => {
    const { source } = sourceIn({ ...PACKAGE, 'economy/p/x.meta.json': '{"csv": {"comment": "%", "footerRows": 1}}' });
    const pasted = pasters()(source).describe(PATCH);
    expect(inShort(pasted)).toEqual({ ...PATCHED, comment: '%', delimiter: '\t' });
    expect(pasted?.format.footerRows).toBe(1);
  });

  test('over nothing', () => {
    const rawData = rawDataWith({ 'x.tsv': 'a\tb\n' });
    const pasted = pasters()(undescribedSource(join(rawData, 'x.tsv'), 'x.tsv')).describe(PATCH);
    expect(inShort(pasted)).toEqual({
      config: '',
      category: '',
      comment: null,
      skipRows: 2,
      delimiter: '\t',
      columns: [['b', '', 'c']],
    });
    expect(pasted?.columnPlaces.get('b')).toEqual({
      file: 'x.tsv',
      place: { line: 1, column: 1, excerpt: '' },
      name: 'columns.b',
    });
  });
});

describe('no patch can be laid', () => {
  test.each<[string, Files, string]>([
    ['a sidecar', withSidecar('economy/x', 'a\n'), 'economy/x.meta.json'],
    ['a package', PACKAGE, 'economy/p/datapackage.json'],
  ])('over %s that is gone', (_, files, description) => {
    const { source, rawData } = sourceIn(files);
    rmSync(join(rawData, description));
    expect(pasters()(source).describe(PATCH)).toBeNull();
  });

  test('if the result does not say how to read the file', () => {
    const { source } = sourceIn(withSidecar('economy/x', 'a\n'));
    expect(pasters()(source).describe({ csv: { skipRows: -1 } })).toBeNull();
  });
});
