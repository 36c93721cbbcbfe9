import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type BuildManifest,
  decidingSettings,
  encodeManifest,
  readManifest,
  writeManifest,
} from '../../../../src/pipeline/incremental/build-manifest.ts';
import { settingsWith } from '../../../support/builds/build-parts.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

const known = (name: string): BuildManifest['files'] =>
  new Map([
    [`${name}-1`, { stat: '1:2:3', isSettled: true, digest: 'd' }],
    [`${name}-é🌾`, { stat: '4:5:6', isSettled: false, digest: null }],
  ]);
const OUTPUT = [
  { path: '', modified: 1, names: ['a'], sizes: [2], times: [3] },
  { path: 'client/é/', modified: 4, names: ['b', 'c'], sizes: [5, 6], times: [7, 8] },
];
const DETAILS = {
  discovered: { catalogue: null, sources: [], problems: [] },
  datasets: [],
  frame: { pages: 'f', charts: '', changes: { rents: '0123' } },
  digests: ['x'.repeat(24), 'y'.repeat(48)],
};
const MANIFEST: BuildManifest = {
  version: '1.2.3',
  generator: { digest: 'g', runtime: 'r', files: known('source') },
  settings: '{"base":"/"}',
  files: known('data'),
  folders: ['economy'],
  isPlain: true,
  report: { ok: true, datasets: [], problems: [], files: 2, bytes: 5 },
  output: () => OUTPUT,
  details: () => DETAILS,
};

/** All that a manifest says, as plain data. */
function plain(manifest: BuildManifest | null): unknown {
  return manifest && { ...manifest, output: manifest.output(), details: manifest.details() };
}

describe('a manifest', () => {
  test('is read as it was written, and never replaces another', () => {
    const folder = folderWith({});
    writeManifest(folder, MANIFEST);
    expect(plain(readManifest(folder))).toEqual(plain(MANIFEST));
    const file = join(folder, '.almanac-build.json');
    const bytes = readFileSync(file);
    expect(bytes.equals(Buffer.concat([...encodeManifest(MANIFEST)]))).toBe(true);
    expect(() => writeManifest(folder, { ...MANIFEST, isPlain: false })).toThrow('EEXIST');
    expect(readFileSync(file).equals(bytes)).toBe(true);
  });

  test('of an output whose list was damaged is written without it', () => {
    const folder = folderWith({});
    writeManifest(folder, { ...MANIFEST, output: () => null, details: () => null });
    const read = readManifest(folder);
    expect([read?.output(), read?.details(), read?.isPlain]).toEqual([null, null, true]);
  });

  test('has the line that decides twice, two others, and their digest', () => {
    const lines = Buffer.concat([...encodeManifest(MANIFEST)])
      .toString()
      .split('\n');
    expect(lines).toHaveLength(6);
    expect(lines[0]).toMatch(/^\{"version":"1.2.3","settings":/);
    expect(lines[1]).toBe(lines[0]);
    expect(lines[2]).toMatch(/^\[\{"path":"","modified":1,"names":\["a"\],/);
    expect(lines[3]).toMatch(/^\{"discovered":/);
    expect(lines[4]).toMatch(/^[0-9a-f]{64}$/);
    expect(lines[5]).toBe('');
  });

  test('is not read if it is missing, or a part of it', () => {
    const folder = folderWith({});
    expect(readManifest(folder)).toBeNull();
    const file = join(folder, '.almanac-build.json');
    const bytes = Buffer.concat([...encodeManifest(MANIFEST)]);
    for (let length = bytes.length - 1; length >= 0; length -= 9) {
      writeFileSync(file, bytes.subarray(0, length));
      expect(readManifest(folder)?.details() ?? null, `${length} bytes`).toBeNull();
    }
  });

  test('is damaged if any one byte is another', () => {
    const folder = folderWith({});
    const file = join(folder, '.almanac-build.json');
    const bytes = Buffer.concat([...encodeManifest(MANIFEST)]);
    const listAt = 2 * (bytes.indexOf('\n') + 1);
    // The last line break is not read.
    for (let at = 0; at < bytes.length - 1; at += at < listAt || at > bytes.length - 32 ? 1 : 4) {
      const damaged = Buffer.from(bytes);
      damaged[at] = (bytes[at] as number) ^ 1;
      writeFileSync(file, damaged);
      const read = readManifest(folder);
      if (at < listAt) expect(read, `byte ${at}`).toBeNull();
      expect(read?.details() ?? null, `byte ${at}`).toBeNull();
    }
  });
});

test('the settings that decide what an output holds are those that change it, and the folder of the raw data', () => {
  const deciding = (given: Parameters<typeof settingsWith>[0]): string => decidingSettings(settingsWith(given));
  const usual = deciding({});
  expect(JSON.parse(usual)).toMatchObject({ rawData: resolve('raw-data'), base: '/', pageSizes: [100] });
  expect(deciding({ rawData: resolve('raw-data') })).toBe(usual);
  expect(deciding({ quiet: true, threads: 7, out: 'elsewhere' })).toBe(usual);
  const changing = [{ rawData: 'other' }, { base: '/a/' }, { keepGoing: true }, { apiOnly: true }, { only: ['a'] }];
  for (const given of changing) expect(deciding(given), JSON.stringify(given)).not.toBe(usual);
});
