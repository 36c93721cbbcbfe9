import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildSite } from '../../../../src/commands/build-site.ts';
import { readManifest } from '../../../../src/pipeline/incremental/build-manifest.ts';
import type { SiteReport } from '../../../../src/pipeline/report.ts';
import { readSettings } from '../../../../src/settings/read-settings.ts';
import type { Settings } from '../../../../src/settings/settings.ts';
import {
  applyEdit,
  EDITS,
  editSequences,
  makeWorld,
  tableOf,
  type World,
} from '../../../support/builds/edited-world.ts';
import { folderForAll, writeFiles } from '../../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../../support/builds/run-build.ts';
import { runs } from '../../../support/runs.ts';

const folder = folderForAll();

let worlds = 0;
function newWorld(): World {
  worlds += 1;
  return makeWorld(join(folder, `${worlds}`), { 'api-only': true });
}

function settingsOf({ rawData, flags }: World, out: string): Settings {
  const { settings, problems } = readSettings('build', { 'no-compare': true, 'raw-data': rawData, ...flags, out }, {});
  expect(problems).toEqual([]);
  return settings;
}

const build = (world: World, out = world.out): Promise<SiteReport> => buildSite(settingsOf(world, out), () => {});

/** The report of a build, without the time it took, and what it says of files that somebody has added to the old output. */
function comparableReport({ seconds: _, problems, ...report }: SiteReport): unknown {
  return { ...report, problems: problems.filter(({ code }) => code !== 'output-foreign') };
}

/** Builds a world into its output and into an empty folder, and expects the same of both. */
async function expectAsClean(world: World, what: string): Promise<void> {
  const clean = join(world.out, '../clean');
  const report = await build(world);
  const cleanReport = await build(world, clean);
  expect(comparableReport(report), what).toEqual(comparableReport(cleanReport));
  // A refused build leaves the previous output.
  if (report.published) expect(contentOf(world.out), what).toEqual(contentOf(clean));
  rmSync(clean, { recursive: true, force: true });
}

test('a value that another dataset no longer has is noticed, and that it is back, although only the other one has changed', async () => {
  const world = newWorld();
  const reference = { fields: 'row', reference: { resource: 'wages', fields: 'row' } };
  const sidecar = JSON.parse(readFileSync(join(world.rawData, 'economy/rents.meta.json'), 'utf8'));
  const wages = (rows: number) => writeFiles(world.rawData, { 'economy/wages.csv': tableOf(rows, 'wages') });
  writeFiles(world.rawData, { 'economy/rents.meta.json': JSON.stringify({ ...sidecar, foreignKeys: [reference] }) });
  const codes: string[][] = [];
  for (const rows of [100, 80, 100]) {
    wages(rows);
    await expectAsClean(world, `${rows} rows`);
    codes.push((await build(world)).problems.flatMap(({ code, severity }) => (severity === 'error' ? code : [])));
  }
  expect(codes).toEqual([[], ['reference-broken'], []]);
});

test('after any edits, output and report are the same as those of a clean build', async () => {
  await fc.assert(
    fc.asyncProperty(editSequences(6, 12), async (sequence) => {
      const world = newWorld();
      await expectAsClean(world, 'at first');
      const done: string[] = [];
      for (const edit of sequence) {
        if (!applyEdit(world, edit)) continue;
        done.push(edit.name);
        await expectAsClean(world, done.join(', '));
      }
    }),
    { numRuns: runs(8) },
  );
}, 120_000);

test.each(Object.keys(EDITS))(
  'the output is the same as that of a clean build if %s, and again after another change',
  async (name) => {
    const world = newWorld();
    await build(world);
    for (const [index, edit] of [name, 'a cell is changed', name].entries()) {
      const [file] = readdirSync(join(world.rawData, 'economy')).filter((it) => it.endsWith('.csv'));
      EDITS[edit]?.(world, join(world.rawData, 'economy', file as string), 7 + index);
      await expectAsClean(world, `${index}: ${edit}`);
    }
  },
);

test.each(['keep', 'discover'])(
  'a file saved by the end of "%s" is not confused with the one that was there before',
  async (step) => {
    const world = newWorld();
    await build(world);
    const csv = join(world.rawData, 'economy/wages.csv');
    const edited = readFileSync(csv, 'utf8').replace('\n7,', '\n700,');
    writeFileSync(csv, edited);
    await buildSite(settingsOf(world, world.out), (line) => {
      if (line.startsWith(step)) writeFileSync(csv, edited.replace('\n8,', '\n800,'));
    });
    writeFileSync(csv, edited);
    await expectAsClean(world, 'saved as it was');
  },
);

/** Identities of the files by path, which differ even between files of the same content. */
function identities(out: string): Map<string, string> {
  const client = join(out, 'client');
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith('.json'));
  return new Map(
    files.map((file) => [file, `${statSync(join(client, file)).ino} ${statSync(join(client, file)).mtimeMs}`]),
  );
}

describe('a file whose bytes are the same', () => {
  test('stays the same file, and one page, the profile and the downloads are written when one cell is changed', async () => {
    const world = newWorld();
    await build(world);
    const csv = join(world.rawData, 'economy/wages.csv');
    for (const row of [150, 151, 152]) {
      const before = identities(world.out);
      writeFileSync(csv, readFileSync(csv, 'utf8').replace(`\n${row},wages ${row}\n`, `\n${row},WAGES ${row}\n`));
      await build(world);
      const written = [...identities(world.out)].filter(([file, identity]) => before.get(file) !== identity);
      // The index is always written: a server recognises a new build by it. It and the manifest have the digests of all files.
      expect(written.map(([file]) => file).sort()).toEqual([
        'v1/datasets/wages/downloads.json',
        'v1/datasets/wages/limit/100/offset/100.json',
        'v1/datasets/wages/profile.json',
        'v1/index.json',
        'v1/manifest.json',
      ]);
    }
    expect(readdirSync(join(world.out, '..')).sort()).toEqual(['.out-recycled', 'out', 'raw-data']);
  });

  test('stays the same file if its CSV file is rewritten unchanged', async () => {
    const world = newWorld();
    await build(world);
    const before = identities(world.out);
    const csv = join(world.rawData, 'economy/wages.csv');
    writeFileSync(csv, readFileSync(csv));
    await build(world);
    expect(identities(world.out)).toEqual(before);
  });
});

test('a change is found even if size and modification time are as before, and all files have long been unchanged', async () => {
  const world = newWorld();
  await pause(2500);
  await build(world);
  // From now on, files are not read to find out that they are unchanged.
  expect([...(readManifest(world.out)?.files.values() ?? [])].map(({ isSettled }) => isSettled)).toEqual(
    Array(7).fill(true),
  );
  EDITS['a digit is changed, and the time put back']?.(world, join(world.rawData, 'economy/rents.csv'), 0);
  await expectAsClean(world, 'a change that only the change time shows');
});

test('an unchanged output is reported at once, whatever else is beside it', async () => {
  const world = newWorld();
  const other = { ...world, out: `${world.out}-2` };
  for (const row of [1, 2]) {
    EDITS['a cell is changed']?.(world, join(world.rawData, 'economy/rents.csv'), row);
    await build(world);
    await build(other);
  }
  for (const { out } of [world, other]) {
    const lines: string[] = [];
    await buildSite(settingsOf(world, out), (line) => lines.push(line));
    expect(lines).toEqual(['unchanged 3 datasets: the output is up to date']);
  }
});

test.each([
  ['pages', 'limit/100/offset/5000.json'],
  ['packed', 'chunks/4096.json'],
])(
  'a large dataset that is published again, since one of its files was removed, is cut as before: %s',
  async (layout, removed) => {
    const world = newWorld();
    // Parquet is cut where pages or chunks are.
    Object.assign(world.flags, { layout, formats: 'csv,parquet' });
    // Several times as large as one block.
    writeFiles(world.rawData, { 'economy/rents.csv': tableOf(250_003, 'rents') });
    await build(world);
    rmSync(join(world.out, 'client/v1/datasets/rents', removed));
    appendFileSync(join(world.rawData, 'economy/prices.csv'), '1,more\n');
    await expectAsClean(world, layout);
  },
);
