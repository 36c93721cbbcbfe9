import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DevApi } from '../../../src/astro/dev-api.ts';
import { folderWith, rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';

test('a rebuild that cannot write reports it, and a later one succeeds', () => {
  const sidecar = sidecarWith({ columns: { a: { description: 'A' } } });
  const rawData = rawDataWith({ 'economy/x.csv': 'a\n1\n', 'economy/x.meta.json': sidecar });
  const work = join(folderWith({}), 'work');
  const api = new DevApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, join(work, 'current'));
  expect(api.rebuild()).toMatchObject({ ok: true, published: true });
  rmSync(work, { recursive: true });
  writeFileSync(work, 'in the way');
  expect(api.rebuild()).toMatchObject({ ok: false, published: false, problems: [{ code: 'output-unwritable' }] });
  rmSync(work);
  expect(api.rebuild()).toMatchObject({ ok: true, published: true });
});

test('selected datasets alone are published, and stay published while the selected one does not exist', () => {
  const sidecar = sidecarWith({ columns: { a: { description: 'A' } } });
  const file = { 'economy/x.csv': 'a\n1\n', 'economy/x.meta.json': sidecar };
  const rawData = rawDataWith({ ...file, 'economy/y.csv': 'a\n1,2\n', 'economy/y.meta.json': sidecar });
  const site = { prefix: '/', pageSizes: [100] };
  const folder = join(folderWith({}), 'current');
  const api = new DevApi({ rawData, site, only: ['x'] }, folder);
  expect(api.rebuild()).toMatchObject({ ok: true, published: true, datasets: [{ config: 'x' }], problems: [] });
  for (const path of Object.keys(file)) rmSync(join(rawData, path));
  expect(api.rebuild()).toMatchObject({ ok: false, published: false, problems: [{ code: 'setting-invalid' }] });
  expect(existsSync(join(folder, 'v1/datasets/x.json'))).toBe(true);
});
