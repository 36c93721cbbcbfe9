import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildSite } from '../../../../src/commands/build-site.ts';
import { upToDateReport } from '../../../../src/pipeline/incremental/up-to-date.ts';
import { readSettings } from '../../../../src/settings/read-settings.ts';
import type { Settings } from '../../../../src/settings/settings.ts';
import { tableOf, waitForTick } from '../../../support/builds/edited-world.ts';
import { CATALOGUE, folderForAll, withSidecar, writeFiles } from '../../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../../support/builds/run-build.ts';
import { comparable } from '../../../support/builds/versions.ts';

const folder = folderForAll();

/** Ways to damage a file, each in place and without a change to the time of its folder, except where it is removed. */
const DAMAGES: Record<string, (file: string) => void> = {
  'is removed': (file) => fs.rmSync(file),
  'is emptied': (file) => fs.truncateSync(file),
  'is cut in half': (file) => fs.truncateSync(file, fs.statSync(file).size >> 1),
  'has another byte': (file) => flipByte(file),
};

function flipByte(file: string): void {
  waitForTick();
  const bytes = fs.readFileSync(file);
  const at = bytes.length >> 1;
  bytes[at] = (bytes[at] as number) ^ 1;
  fs.writeFileSync(file, bytes);
}

/** Does something to a file, and puts its time back. */
function keepingTime(file: string, change: (file: string) => void): void {
  const { mtimeMs } = fs.statSync(file);
  change(file);
  setTime(file, mtimeMs);
}

/** In whole milliseconds, which the system could otherwise round down to the one before. */
function setTime(path: string, time: number): void {
  const seconds = (Math.floor(time) + 0.5) / 1000;
  fs.utimesSync(path, seconds, seconds);
}

/** Puts back a damaged file, and the time of its folder. */
function restoring(file: string, damage: () => void): () => void {
  const [bytes, time, folderTime] = [
    fs.readFileSync(file),
    fs.statSync(file).mtimeMs,
    fs.statSync(dirname(file)).mtimeMs,
  ];
  damage();
  return () => {
    fs.writeFileSync(file, bytes);
    setTime(file, time);
    setTime(dirname(file), folderTime);
  };
}

function filesOf(out: string): string[] {
  const paths = fs.readdirSync(out, { recursive: true, encoding: 'utf8' }).sort();
  return paths.filter((path) => fs.statSync(join(out, path)).isFile());
}

interface Output {
  rawData: string;
  out: string;
  settings: Settings;
  /** What a clean build of the same raw data makes. */
  clean: Map<string, string>;
}

function settingsOf(rawData: string, out: string, flags: Record<string, boolean>): Settings {
  const { settings, problems } = readSettings('build', { 'no-compare': true, 'raw-data': rawData, out, ...flags }, {});
  expect(problems).toEqual([]);
  return settings;
}

function writeRawData(rawData: string): void {
  writeFiles(rawData, {
    'catalogue.json': CATALOGUE,
    ...withSidecar('economy/rents', tableOf(250, 'rents')),
  });
}

describe('in a built API', () => {
  const rawData = join(folder, 'api/raw-data');
  const [out, recycled] = [join(folder, 'api/out'), join(folder, 'api/.out-recycled')];
  const cleanOut = join(folder, 'api/clean');
  const flags = { 'api-only': true };
  let clean = new Map<string, string>();
  let files: string[] = [];
  const build = async (more: Record<string, boolean> = {}): Promise<string[]> => {
    const lines: string[] = [];
    const report = await buildSite(settingsOf(rawData, out, { ...flags, ...more }), (line) => lines.push(line));
    expect(report.ok).toBe(true);
    return lines;
  };
  beforeAll(async () => {
    writeRawData(rawData);
    await buildSite(settingsOf(rawData, cleanOut, flags), () => {});
    clean = comparable(cleanOut);
    // With the output before it kept.
    fs.writeFileSync(join(rawData, 'economy/rents.csv'), tableOf(249, 'rents'));
    await build();
    writeRawData(rawData);
    await build();
    files = filesOf(out);
    expect(files.length).toBeGreaterThan(10);
    expect(comparable(out)).toEqual(clean);
  });

  test.each(Object.entries(DAMAGES))(
    'a file that %s is mended by the next build, whichever it is',
    async (_, damage) => {
      for (const file of files) {
        damage(join(out, file));
        expect(await build(), file).not.toContain('unchanged 1 dataset: the output is up to date');
        expect(comparable(out), file).toEqual(clean);
      }
    },
  );

  test('a file that nobody may read any more is made again', async () => {
    for (const file of ['client/v1/index.json', 'client/v1/datasets/rents.json']) {
      fs.chmodSync(join(out, file), 0);
      expect((await build()).join('\n'), file).toContain(`repair    ${file}: `);
      expect(fs.statSync(join(out, file)).mode & 0o400, file).toBe(0o400);
      expect(await build(), file).toEqual(['unchanged 1 dataset: the output is up to date']);
    }
  });

  test('a byte that was changed while size and time stayed is found by --verify, whichever file it is in', async () => {
    for (const file of files.filter((it) => !it.startsWith('.almanac-build'))) {
      keepingTime(join(out, file), flipByte);
      expect(await build(), file).toEqual(['unchanged 1 dataset: the output is up to date']);
      expect((await build({ verify: true })).join('\n'), file).toContain(`repair    ${file}: `);
      expect(comparable(out), file).toEqual(clean);
    }
  });

  test('what is not as published is never linked into the next output', async () => {
    for (const file of files.filter((it) => it.startsWith('client/v1/datasets/rents'))) {
      flipByte(join(out, file));
      // Another dataset changes, so rents would be reused.
      writeFiles(rawData, withSidecar('economy/wages', tableOf(3, file)));
      await build();
      fs.rmSync(join(rawData, 'economy/wages.csv'));
      fs.rmSync(join(rawData, 'economy/wages.meta.json'));
      await build();
      expect(comparable(out), file).toEqual(clean);
    }
  });

  test('a file that is damaged in the recycled output alone is not moved into the next one', async () => {
    for (const damage of Object.values(DAMAGES)) {
      // A copy, as a backup has it, shares no file with the recycled output.
      execFileSync('cp', ['-a', out, `${out}-copy`]);
      fs.rmSync(out, { recursive: true });
      fs.renameSync(`${out}-copy`, out);
      damage(join(recycled, 'client/v1/datasets/rents/info.json'));
      writeFiles(rawData, withSidecar('economy/wages', tableOf(3, 'w')));
      await build();
      fs.rmSync(join(rawData, 'economy/wages.csv'));
      fs.rmSync(join(rawData, 'economy/wages.meta.json'));
      await build();
      expect(comparable(out)).toEqual(clean);
    }
  });

  test.each(
    ['client', 'client/v1', 'client/v1/datasets'].flatMap((below) => [out, recycled].map((it) => join(it, below))),
  )('nothing is removed or written behind a link at %s', async (below) => {
    const elsewhere = join(folder, 'elsewhere');
    fs.renameSync(below, elsewhere);
    fs.symlinkSync(elsewhere, below);
    fs.writeFileSync(join(elsewhere, 'mine.txt'), 'mine');
    const before = fs.readdirSync(elsewhere, { recursive: true }).sort();
    for (const rows of [249, 248]) {
      fs.writeFileSync(join(rawData, 'economy/rents.csv'), tableOf(rows, 'rents'));
      await build();
    }
    writeRawData(rawData);
    await build();
    expect(comparable(out), below).toEqual(clean);
    expect(fs.readdirSync(elsewhere, { recursive: true }).sort(), below).toEqual(before);
    fs.rmSync(elsewhere, { recursive: true });
  });

  test('a file that no build published is left out by the next one', async () => {
    const folders = [...new Set(filesOf(out).map((file) => dirname(file)))].filter((it) => it !== '.');
    expect(folders.length).toBeGreaterThan(4);
    for (const below of folders) {
      waitForTick();
      fs.writeFileSync(join(out, below, 'stray.json'), '{}');
      fs.mkdirSync(join(out, below, 'stray'));
      fs.symlinkSync('/etc/hostname', join(out, below, 'link.json'));
      await build();
      expect(comparable(out), below).toEqual(clean);
    }
  });
});

describe('in a built site', () => {
  const rawData = join(folder, 'site/raw-data');
  const [out, cleanOut] = [join(folder, 'site/out'), join(folder, 'site/clean')];
  let clean = new Map<string, string>();
  let files: string[] = [];
  let site: Output;
  const build = async (target: string, ...flags: string[]): Promise<string> => {
    const { code, stderr } = await runBuild(['--raw-data', rawData, '--out', target, ...flags]);
    expect(code, stderr).toBe(0);
    return stderr;
  };
  beforeAll(async () => {
    writeRawData(rawData);
    await build(cleanOut);
    clean = comparable(cleanOut);
    await build(out);
    files = filesOf(out);
    site = { rawData, out, settings: settingsOf(rawData, out, {}), clean };
    expect(files.filter((file) => !file.startsWith('client/v1')).length).toBeGreaterThan(10);
  }, 120_000);
  const isUpToDate = async (): Promise<boolean> => (await upToDateReport(site.settings, () => {})) !== null;

  test.each(Object.entries(DAMAGES))('a file that %s is noticed, whichever it is', async (_, damage) => {
    for (const file of files) {
      const path = join(out, file);
      const restore = restoring(path, () => damage(path));
      expect(await isUpToDate(), file).toBe(false);
      restore();
      expect(await isUpToDate(), file).toBe(true);
    }
  });

  test('every damaged file is mended by the next build', async () => {
    const damages = Object.values(DAMAGES);
    for (const [index, file] of files.entries()) damages[index % damages.length]?.(join(out, file));
    await build(out);
    expect(comparable(out)).toEqual(clean);
  }, 60_000);
});
