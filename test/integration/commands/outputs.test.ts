import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildSite } from '../../../src/commands/build-site.ts';
import { mergeShards } from '../../../src/commands/merge-shards.ts';
import type { Progress, Work } from '../../../src/pipeline/progress.ts';
import type { Settings } from '../../../src/settings/settings.ts';
import { buildShards, mergeApi, settingsWith } from '../../support/builds/build-parts.ts';
import { folderWith, rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../support/builds/run-build.ts';

const NAMES = ['d', 'b', 'c', 'a'];

function rawDataOf(): string {
  const sidecar = sidecarWith({ columns: { x: { description: 'X' } } });
  return rawDataWith(
    Object.fromEntries(
      NAMES.flatMap((name, at) => [
        [`economy/${name}.csv`, `x\n${`${'long-'.repeat(80)}\n`.repeat(at + 1)}`],
        [`economy/${name}.meta.json`, sidecar],
      ]),
    ),
  );
}

/** Keeps what is shown, and what is counted. */
function watch(): { progress: Progress; lines: string[]; works: Work[] } {
  const lines: string[] = [];
  const works: Work[] = [];
  const progress: Progress = Object.assign((line: string) => void lines.push(line), {
    working: (work: Work) => void works.push(work),
  });
  return { progress, lines, works };
}

/** The number and bytes of the files of an output that visitors get. */
function sizeOf(out: string): { files: number; bytes: number } {
  const files = contentOf(join(out, 'client'));
  const bytes = [...files.values()].map((content) => Buffer.from(content, 'latin1').length);
  return { files: files.size, bytes: bytes.reduce((sum, it) => sum + it, 0) };
}

describe('a build of the API alone', () => {
  const build = async (given: Partial<Settings>) => {
    const out = join(folderWith({}), 'out');
    const settings = settingsWith({ rawData: rawDataOf(), out, apiOnly: true, ...given });
    const { progress, lines } = watch();
    return { settings, out, lines, report: await buildSite(settings, progress) };
  };

  test('is published once, and the next one finds nothing to do', async () => {
    const { settings, out, report } = await build({});
    expect(report).toMatchObject({ ok: true, published: true, problems: [] });
    expect(report.datasets.map(({ config, rows }) => [config, rows])).toEqual([
      ['a', 4],
      ['b', 2],
      ['c', 3],
      ['d', 1],
    ]);
    expect(existsSync(join(out, '.almanac-output'))).toBe(true);
    expect(existsSync(join(out, 'client/index.html'))).toBe(false);
    const again = watch();
    expect(await buildSite(settings, again.progress)).toMatchObject({ ok: true, published: true, files: report.files });
  });

  test('with compressed files counts them and their sizes', async () => {
    const { out, lines } = await build({ precompress: true });
    const files = readdirSync(join(out, 'client'), { recursive: true, encoding: 'utf8' });
    const compressed = files.filter((file) => file.endsWith('.br'));
    expect(compressed.length).toBeGreaterThan(1);
    expect(files.filter((file) => file.endsWith('.gz'))).toHaveLength(compressed.length);
    const megabytes = '[0-9]+\\.[0-9] MB';
    expect(lines.at(-1)).toMatch(
      new RegExp(
        `^compress  ${compressed.length} files \\(${megabytes} in total\\): ${megabytes} as \\.br, ${megabytes} as \\.gz$`,
      ),
    );
  });

  test('with an error is not published, and nothing is compressed', async () => {
    const rawData = rawDataWith({ 'economy/a.csv': 'x\n1\n' });
    const { out, lines, report } = await build({ rawData, precompress: true });
    expect(report).toMatchObject({ ok: false, published: false });
    expect(existsSync(out)).toBe(false);
    expect(lines.filter((line) => line.startsWith('compress'))).toEqual([]);
  });

  test('of a part is a shard', async () => {
    const { out, report } = await build({ shard: { number: 1, of: 2 } });
    expect(report.published).toBe(true);
    expect(existsSync(join(out, 'shard.json'))).toBe(true);
  });
});

describe('the merge of shards', () => {
  const twoShards = async () => {
    const place = folderWith({});
    const rawData = rawDataOf();
    const folders = await buildShards(join(place, 'shards'), 2, { rawData });
    return { rawData, folders, out: join(place, 'out') };
  };

  test('is what one build makes, is counted, and names its settings', async () => {
    const { rawData, folders, out } = await twoShards();
    const { progress, lines, works } = watch();
    const report = await mergeShards(settingsWith({ out, files: folders, apiOnly: true }), progress);
    const single = `${out}-single`;
    const built = await buildSite(settingsWith({ rawData, out: single, apiOnly: true }), () => {});
    expect(contentOf(join(out, 'client'))).toEqual(contentOf(join(single, 'client')));
    expect(report).toMatchObject({ ok: true, published: true, problems: [], datasets: built.datasets, ...sizeOf(out) });
    expect(report.datasets.map(({ config, rows }) => [config, rows])).toEqual([
      ['a', 4],
      ['b', 2],
      ['c', 3],
      ['d', 1],
    ]);
    expect(lines).toContain('merge     2 shards, 4 datasets, 10 rows');
    const merging = works.filter(({ phase }) => phase === 'merge');
    expect(merging.map(({ files }) => files)).toEqual(merging.map((_, at) => at + 1));
    expect(merging[0]).toEqual({
      phase: 'merge',
      datasets: { done: 0, all: 4 },
      rows: 0,
      files: 1,
      bytes: { done: 0, all: 0, later: 0 },
    });
    expect(merging.at(-1)?.datasets).toEqual({ done: 3, all: 4 });
    expect(merging).toHaveLength(report.datasets.reduce((sum, { files }) => sum + files, 0));
  });

  /** The only problem of a merge after a change of the page of a dataset in a shard. */
  const problemAfter = async (change: (path: string) => void) => {
    const { folders, out } = await twoShards();
    const page = 'v1/datasets/a.json';
    const folder = folders.find((it) => existsSync(join(it, 'client', page))) as string;
    change(join(folder, 'client', page));
    const { published, problems } = await mergeApi(folders, out);
    expect({ published, isThere: existsSync(out) }).toEqual({ published: false, isThere: false });
    return problems.map(({ code, message, help }) => [code, message.replace(folder, '(shard)'), help]);
  };

  const again = 'Copy the shard again or rebuild it.';

  test('refuses a file with other bytes of the same number', async () => {
    const change = (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('long', 'song'));
    expect(await problemAfter(change)).toEqual([
      ['shard-invalid', 'the shard (shard) is damaged: v1/datasets/a.json has changed since it was published', again],
    ]);
  });

  test('refuses a file that is gone', async () => {
    const [[code, message, help] = []] = await problemAfter((path) => rmSync(path));
    expect([code, help]).toEqual(['shard-invalid', again]);
    expect(message).toMatch(/^the shard \(shard\) is damaged: .*v1\/datasets\/a\.json/);
  });
});
