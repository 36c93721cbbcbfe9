import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { acceptEditions } from '../../../../src/commands/accept-editions.ts';
import type { ChangesDocument, IndexDocument } from '../../../../src/contract/documents.ts';
import { buildShards, mergeApi, settingsWith } from '../../../support/builds/build-parts.ts';
import { folderWith, rawDataWith, withSidecar, writeFiles } from '../../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../../support/builds/run-build.ts';
import { publishEdition, published } from '../../../support/editions/publish-edition.ts';
import { runs } from '../../../support/runs.ts';

/** Bounds that no edit of these tests exceeds. */
const ANY = {
  ...{ minRows: 0, maxRows: 1e9, goneValues: 1e6, goneRecords: 1, moved: 1e9, revised: 1, nullShare: 1 },
  ...{ columns: false, types: false, span: false, key: false, doubts: false, numbers: false },
};

type Rows = ReadonlyMap<number, string>;

/** A table whose keys do not count its records. */
function filesOf(rows: Rows, editions: object = {}, path = 'economy/x'): Record<string, string> {
  const lines = [...rows].map(([key, text]) => `K${key},${text}\n`);
  const columns = { key: { description: 'K' }, text: { description: 'T' } };
  return withSidecar(path, `key,text\n${lines.join('')}`, { editions, columns }) as Record<string, string>;
}

function tableOf(count: number, text = 'a'): Rows {
  return new Map(Array.from({ length: count }, (_, index) => [100 + index, text]));
}

function read<T>(out: string, path: string): T {
  return JSON.parse(readFileSync(published(out, path), 'utf8')) as T;
}

const newOut = (): string => join(folderWith({}), 'out');

const keys = fc.uniqueArray(fc.integer({ min: 100, max: 999 }), { minLength: 3, maxLength: 250 });
const words = fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 250, maxLength: 250 });

describe('the changes', () => {
  test('of random edits are those that were made, in either layout', { timeout: 120_000 }, async () => {
    const sequences = fc.array(fc.tuple(keys, words), { minLength: 2, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(sequences, fc.constantFrom('pages' as const, 'packed' as const), async (sequence, layout) => {
        let [previous, before]: [string | null, Rows] = [null, new Map()];
        for (const [some, texts] of sequence) {
          const rows = new Map(some.map((key, index) => [key, texts[index] as string]));
          const out = newOut();
          const report = await publishEdition({ rawData: rawDataWith(filesOf(rows, ANY)), out }, previous, { layout });
          expect(report.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
          const { changes, since } = read<ChangesDocument>(out, 'changes.json');
          const added = [...rows.keys()].filter((key) => !before.has(key)).length;
          const removed = [...before.keys()].filter((key) => !rows.has(key)).length;
          const changed = [...rows].filter(([key, text]) => before.has(key) && before.get(key) !== text).length;
          if (previous === null) expect({ changes, since }).toEqual({ changes: [], since: null });
          else if (added + removed + changed > 0) {
            const counts = { before: before.size, now: rows.size, added, removed, changed, key: ['key'] };
            expect(changes[0]?.rows).toEqual(counts);
          }
          [previous, before] = [out, rows];
        }
      }),
      { numRuns: runs(20) },
    );
  });

  test('name columns, types and bounds that are others', async () => {
    const [first, second] = [newOut(), newOut()];
    const sidecar = { editions: ANY };
    const last = 'key,rate,note\nA,1,x\nB,2,y\nC,3,z\n';
    const next = 'key,share,more\nA,1.5,1\nB,2,2\nC,9,3\n';
    await publishEdition({ rawData: rawDataWith(withSidecar('economy/x', last, sidecar)), out: first }, null);
    await publishEdition({ rawData: rawDataWith(withSidecar('economy/x', next, sidecar)), out: second }, first);
    expect(read<ChangesDocument>(second, 'changes.json').changes).toMatchObject([
      {
        change: 'changed',
        columns: { added: ['share', 'more'], removed: ['rate', 'note'], renamed: [] },
        rows: { added: 0, removed: 0, changed: 0 },
      },
    ]);
  });

  test('have the latest date that the publisher states, and go on from one build to the next', async () => {
    const [first, second, third] = [newOut(), newOut(), newOut()];
    const dated = (rows: number, dates: object) =>
      rawDataWith(withSidecar('economy/x', filesOf(tableOf(rows))['economy/x.csv'] as string, dates));
    await publishEdition({ rawData: dated(20, {}), out: first }, null);
    await publishEdition({ rawData: dated(21, { published: '2024', retrieved: '2024-05-02' }), out: second }, first);
    await publishEdition({ rawData: dated(23, { modified: '2024-06' }), out: third }, second);
    const { since, changes } = read<ChangesDocument>(third, 'changes.json');
    expect(changes.map(({ date, rows }) => [date, rows.added])).toEqual([
      ['2024-06', 2],
      ['2024-05-02', 1],
    ]);
    expect(since).toBe(read<IndexDocument>(first, 'index.json').build);
    expect(new Set(changes.map(({ id }) => id)).size).toBe(2);
  });

  test('are the same in a new output, in place of the last one, and merged from shards', async () => {
    const files = (count: number) => ({
      ...filesOf(tableOf(count)),
      ...filesOf(tableOf(30, 'b'), {}, 'economy/y'),
      ...filesOf(tableOf(40, 'c'), {}, 'governance/z'),
    });
    const rawData = rawDataWith(files(30));
    const [last, clean, merged] = [newOut(), newOut(), newOut()];
    await publishEdition({ rawData, out: last }, null);
    const place = newOut();
    await publishEdition({ rawData, out: place }, null);
    writeFiles(rawData, files(32));
    await publishEdition({ rawData, out: clean }, last);
    await publishEdition({ rawData, out: place }, place);
    expect(contentOf(join(place, 'client'))).toEqual(contentOf(join(clean, 'client')));
    const folders = await buildShards(folderWith({}), 2, { rawData, previous: last, compare: true, formats: [] });
    await mergeApi(folders, merged, { previous: last, compare: true });
    expect(contentOf(join(merged, 'client'))).toEqual(contentOf(join(clean, 'client')));
    expect(read<ChangesDocument>(merged, 'changes.json').changes).toMatchObject([{ config: 'x', rows: { added: 2 } }]);
  });
});

describe('an edition that is refused', () => {
  test('stays published as it was, with --keep-going, also from a site, while others go on', async () => {
    const rawData = rawDataWith({ ...filesOf(tableOf(150)), ...filesOf(tableOf(20), {}, 'economy/y') });
    const [last, next] = [newOut(), newOut()];
    await publishEdition({ rawData, out: last }, null);
    writeFiles(rawData, { ...filesOf(tableOf(20)), ...filesOf(tableOf(22), {}, 'economy/y') });
    const refused = await publishEdition({ rawData, out: next }, last);
    expect(refused).toMatchObject({
      ok: false,
      published: false,
      problems: [{ code: 'edition-rows', file: 'economy/x.csv' }],
    });
    const url = await serve(join(last, 'client'));
    for (const previous of [last, url]) {
      const report = await publishEdition({ rawData, out: next }, previous, { keepGoing: true });
      expect(report).toMatchObject({ ok: false, published: true, datasets: [{ rows: 150 }, { rows: 22 }] });
      const of = (out: string) => [...contentOf(join(out, 'client'))].filter(([path]) => path.includes('datasets/x'));
      expect(of(next)).toEqual(of(last));
      expect(read<ChangesDocument>(next, 'changes.json').changes.map(({ config }) => config)).toEqual(['y']);
    }
  });

  test('is not kept from a site whose manifest leads elsewhere, or whose files are not those that it lists', async () => {
    const rawData = rawDataWith({ ...filesOf(tableOf(150)), ...filesOf(tableOf(20), {}, 'economy/y') });
    const last = newOut();
    await publishEdition({ rawData, out: last }, null);
    writeFiles(rawData, filesOf(tableOf(20)));
    const path = published(last, 'manifest.json');
    const manifest = readFileSync(path, 'utf8');
    const changes = {
      'v1/datasets/x/../../../../stray.json': (name: string) => manifest.replace('v1/datasets/x/info.json', name),
      'another digest': () => manifest.replaceAll(/"sha256":"[0-9a-f]{4}/g, '"sha256":"0000'),
    };
    for (const [name, change] of Object.entries(changes)) {
      const out = join(folderWith({}), 'deep/out');
      writeFileSync(path, change(name));
      const report = await publishEdition({ rawData, out }, await serve(join(last, 'client')), { keepGoing: true });
      expect(report, name).toMatchObject({ ok: false, published: true, datasets: [{ config: 'y' }] });
      const written = readdirSync(join(out, '../..'), { recursive: true, encoding: 'utf8' });
      expect(
        written.filter((it) => /stray|datasets\/x\b/.test(it)),
        name,
      ).toEqual([]);
    }
  });

  test('is published once it is accepted, and only that one', async () => {
    const rawData = rawDataWith(filesOf(tableOf(50)));
    const out = newOut();
    await publishEdition({ rawData, out }, null);
    writeFiles(rawData, filesOf(tableOf(20)));
    const settings = settingsWith({ rawData, out, files: ['x'], why: 'Counted anew' });
    const [accepted] = await acceptEditions(settings);
    expect(accepted?.differences.map(({ code }) => code)).toEqual(['edition-rows']);
    const listed = JSON.parse(readFileSync(join(rawData, 'accepted.json'), 'utf8'));
    expect(listed).toMatchObject({ x: { why: 'Counted anew', differences: [expect.stringContaining('60 % fewer')] } });
    writeFiles(rawData, filesOf(tableOf(10)));
    expect(await publishEdition({ rawData, out }, out)).toMatchObject({ published: false });
    writeFiles(rawData, filesOf(tableOf(20)));
    expect(await publishEdition({ rawData, out }, out)).toMatchObject({ ok: true, published: true });
    expect(await acceptEditions(settings)).toEqual([{ config: 'x', differences: [] }]);
  });

  test('of a catalogue that lacks a dataset is published once its removal is accepted', async () => {
    const all = { ...filesOf(tableOf(20)), ...filesOf(tableOf(20), {}, 'economy/y') };
    const out = newOut();
    await publishEdition({ rawData: rawDataWith(all), out }, null);
    const rawData = rawDataWith(filesOf(tableOf(20)));
    const refused = await publishEdition({ rawData, out }, out);
    expect(refused).toMatchObject({ published: false, problems: [{ code: 'dataset-gone' }] });
    await expect(acceptEditions(settingsWith({ rawData, out, files: ['yy'] }))).rejects.toThrow('did you mean "y"?');
    await acceptEditions(settingsWith({ rawData, out, files: ['y'] }));
    expect(await publishEdition({ rawData, out }, out)).toMatchObject({ ok: true, datasets: [{ config: 'x' }] });
    expect(read<ChangesDocument>(out, 'changes.json').changes).toMatchObject([{ config: 'y', change: 'removed' }]);
  });

  test('names the dataset that a missing one has become, and is compared with it once its sidecar says so', async () => {
    const out = newOut();
    await publishEdition({ rawData: rawDataWith(filesOf(tableOf(20))), out }, null);
    const rawData = rawDataWith(filesOf(tableOf(21), {}, 'economy/y'));
    const { problems } = await publishEdition({ rawData, out }, out);
    expect(problems[0]?.help).toContain('"formerly": ["x"]');
    const [csv, meta] = Object.values(filesOf(tableOf(21))) as [string, string];
    const sidecar = JSON.stringify({ ...JSON.parse(meta), formerly: ['x'] });
    writeFiles(rawData, { 'economy/y.csv': csv, 'economy/y.meta.json': sidecar });
    expect(await publishEdition({ rawData, out }, out)).toMatchObject({ ok: true });
    const { changes } = read<ChangesDocument>(out, 'changes.json');
    expect(changes).toMatchObject([{ config: 'y', formerly: 'x', change: 'changed', rows: { added: 1, removed: 0 } }]);
  });
});

describe('the last edition', () => {
  test('is none on a site without a catalogue, and an error if it cannot be read', async () => {
    const rawData = rawDataWith(filesOf(tableOf(20)));
    const empty = await serve(folderWith({}));
    expect(await publishEdition({ rawData, out: newOut() }, empty)).toMatchObject({ ok: true });
    const page = await serve(folderWith({ 'v1/index.json': '<!doctype html>' }));
    const failing = await serve(folderWith({}), 500);
    for (const previous of [page, failing, 'http://127.0.0.1:9/', folderWith({})]) {
      const { published: isPublished, problems } = await publishEdition({ rawData, out: newOut() }, previous);
      expect([isPublished, problems[0]?.code], previous).toEqual([false, 'previous-unreadable']);
    }
  });
});

/** Serves a folder until the end of the test. Files that it lacks are answered with `missing`. Returns the address. */
async function serve(folder: string, missing = 404): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    try {
      response.end(readFileSync(join(folder, decodeURIComponent(url))));
    } catch {
      response.writeHead(missing).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
