import { appendFileSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { folderOutput } from '../../../src/pipeline/output/folder-output.ts';
import { placesOf } from '../../support/builds/problem-places.ts';
import { folderWith, rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';
import { TRIES } from '../../support/hostile/tally.ts';

const ROWS = 20_000;
const SEGMENT_BYTES = 1 << 15;
const TABLE = Buffer.from(
  `row,text,n\n${Array.from({ length: ROWS }, (_, row) => `${10_000_000 + row},abcdefghij,${row % 7}.5\n`).join('')}`,
);

/** What makes a regular file irregular, or only different, from an offset on; its size stays. */
const EDITS: Record<string, (bytes: Buffer, at: number) => void> = {
  'a quote opens': (bytes, at) => bytes.fill('"', at, at + 1),
  'a record ends early': (bytes, at) => bytes.fill('\n', at, at + 1),
  'there are more cells': (bytes, at) => bytes.fill(',', at, at + 6),
  'a byte is not UTF-8': (bytes, at) => bytes.fill(0xff, at, at + 1),
  'a text has another letter': (bytes, at) => bytes.fill('x', at, at + 1),
  'lines end in CR': (bytes, at) =>
    bytes.set(
      bytes.subarray(at).map((byte) => (byte === 10 ? 13 : byte)),
      at,
    ),
  'the rest is line breaks': (bytes, at) => bytes.fill('\n', at),
  'the rest is quotes': (bytes, at) => bytes.fill('"', at),
  'the rest is delimiters': (bytes, at) => bytes.fill(',', at),
  'the rest is NUL characters': (bytes, at) => bytes.fill(0, at),
};
const PLACES = { 'the first': 0.01, 'a middle': 0.5, 'the last': 0.999 };

const CHANGES: Record<string, (path: string) => void> = {
  'it grows': (path) => appendFileSync(path, TABLE.subarray(11)),
  'it shrinks': (path) => truncateSync(path, TABLE.length >> 1),
  'it is emptied': (path) => truncateSync(path, 0),
  'it is removed': (path) => rmSync(path),
  'it is replaced by a folder': (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  'it is replaced by another table': (path) => {
    writeFileSync(`${path}.other`, 'a;b\n1;2\n');
    renameSync(`${path}.other`, path);
  },
};
for (const [edit, change] of Object.entries(EDITS)) {
  for (const [segment, share] of Object.entries(PLACES)) {
    CHANGES[`${edit} in ${segment} segment`] = (path) => {
      const bytes = Buffer.from(TABLE);
      change(bytes, Math.floor(share * bytes.length));
      writeFileSync(path, bytes);
    };
  }
}

let tries = 0;
afterAll(() => expect(tries).toBe(TRIES['Files that change between their two readings']));

test.each([1, 2])(
  'a file of several segments that changes between its readings is not published, on %i threads',
  { timeout: 90_000 },
  (threads) => {
    const columns = { row: { description: 'R' }, text: { description: 'T' }, n: { description: 'N' } };
    const rawData = rawDataWith({ 'economy/a.meta.json': sidecarWith({ columns }) });
    const path = join(rawData, 'economy/a.csv');
    const out = folderWith({});
    // Other files of tests ran in this process before.
    const before = process.memoryUsage.rss();
    for (const [name, change] of Object.entries(CHANGES)) {
      tries += 1;
      rmSync(path, { recursive: true, force: true });
      writeFileSync(path, TABLE);
      const progress = (line: string): void => {
        if (line.startsWith('profile')) change(path);
      };
      const options = {
        rawData,
        site: { prefix: '/', pageSizes: [100] },
        progress,
        threads,
        segmentBytes: SEGMENT_BYTES,
      };
      const started = process.cpuUsage();
      const report = buildApi(options, folderOutput(join(out, String(tries))));
      const { user, system } = process.cpuUsage(started);
      expect([report.published, ...placesOf(report.problems)], name).toEqual([false, 'economy/a.csv file-changed']);
      expect((user + system) / 1e6, name).toBeLessThan(5);
      expect(process.memoryUsage.rss() - before, name).toBeLessThan(0.5e9);
      rmSync(join(out, String(tries)), { recursive: true, force: true });
    }
  },
);
