import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { readManifest } from '../../../../src/build/incremental/build-manifest.ts';
import { MANIFEST_FILE } from '../../../../src/build/output/output-names.ts';
import type { SiteReport } from '../../../../src/build/report.ts';
import { buildSite } from '../../../../src/commands/build-site.ts';
import { readSettings } from '../../../../src/settings/read-settings.ts';
import type { Settings } from '../../../../src/settings/settings.ts';
import { CATALOGUE, sidecarWith, writeFiles } from '../../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../../support/builds/run-build.ts';
import { runs } from '../../../support/runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'almanac-incremental-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A raw-data folder, and the settings of its builds, in their state after some edits. */
interface World {
  rawData: string;
  out: string;
  flags: Record<string, string | boolean>;
}

const COLUMNS = { row: { description: 'Number' }, text: { description: 'Text', unit: 'words' } };

function tableOf(rows: number, name: string): string {
  return `row,text\n${Array.from({ length: rows }, (_, row) => `${row},${name} ${row}\n`).join('')}`;
}

let worlds = 0;
function newWorld(): World {
  worlds += 1;
  const place = join(folder, `${worlds}`);
  const rawData = join(place, 'raw-data');
  const files = ['rents', 'prices', 'wages'].flatMap((name, index) => [
    [`economy/${name}.csv`, tableOf(90 + 60 * index, name)],
    // Undescribed columns give hints.
    [`economy/${name}.meta.json`, sidecarWith({ columns: index === 1 ? {} : COLUMNS })],
  ]);
  writeFiles(rawData, { 'catalogue.json': CATALOGUE, ...Object.fromEntries(files) });
  return { rawData, out: join(place, 'out'), flags: { 'api-only': true } };
}

function settingsOf({ rawData, flags }: World, out: string): Settings {
  const { settings, problems } = readSettings('build', { 'raw-data': rawData, ...flags, out }, {});
  expect(problems).toEqual([]);
  return settings;
}

const build = (world: World, out = world.out): Promise<SiteReport> => buildSite(settingsOf(world, out), () => {});

/** The report of a build, without the time it took. */
function withoutTime({ seconds: _, ...report }: SiteReport): unknown {
  return report;
}

/** Builds a world into its output and into an empty folder, and expects the same of both. */
async function expectAsClean(world: World, what: string): Promise<void> {
  const clean = join(world.out, '../clean');
  const report = await build(world);
  const cleanReport = await build(world, clean);
  expect(withoutTime(report), what).toEqual(withoutTime(cleanReport));
  // A refused build leaves the previous output.
  if (report.published) expect(contentOf(world.out), what).toEqual(contentOf(clean));
  rmSync(clean, { recursive: true, force: true });
}

/** Changes a world, usually one of its CSV files. */
type Edit = (world: World, file: string, pick: number) => void;

function editText(edit: (text: string, pick: number) => string): Edit {
  return (_, file, pick) => writeFileSync(file, edit(readFileSync(file, 'utf8'), pick));
}

function editJson(file: string, edit: (value: Record<string, unknown>) => void): void {
  const value = JSON.parse(readFileSync(file, 'utf8'));
  edit(value);
  writeFileSync(file, JSON.stringify(value, null, 2));
}

const sidecarOf = (file: string): string => file.replace('.csv', '.meta.json');
const otherDigit = (digit: string): string => `${(Number(digit) + 1) % 10}`;

const EDITS: Record<string, Edit> = {
  'a cell is changed': editText((text, pick) => text.replace(new RegExp(`^${pick},.*`, 'm'), `${pick},another`)),
  'a row is added at the top': editText((text) => text.replace('\n', '\n-1,first\n')),
  'a row is added at the end': editText((text, pick) => `${text}${pick},last\n`),
  'a row is removed': editText((text, pick) => text.replace(new RegExp(`^${pick},.*\n`, 'm'), '')),
  'a column is renamed': editText((text) => text.replace(/^(\w+),/, '$1_,')),
  'a row is too long': editText((text) => `${text}1,2,3\n`),
  'the rows of today are mended': editText((text) => text.replaceAll('1,2,3\n', '')),
  'a file is removed': (_, file) => {
    rmSync(file);
    rmSync(sidecarOf(file));
  },
  'a file is added': ({ rawData }, _, pick) => {
    const name = `governance/added-${pick % 3}`;
    writeFiles(rawData, { [`${name}.csv`]: tableOf(pick, name), [`${name}.meta.json`]: sidecarWith() });
  },
  'a file is renamed': (_, file, pick) => {
    const name = file.replace(/-?\d*\.csv$/, `-${pick}.csv`);
    renameSync(file, name);
    renameSync(sidecarOf(file), sidecarOf(name));
  },
  'a sidecar is edited': (_, file, pick) =>
    editJson(sidecarOf(file), (value) => Object.assign(value, { description: `Edition ${pick}.` })),
  'a column is described otherwise': (_, file, pick) =>
    editJson(sidecarOf(file), (value) =>
      Object.assign(value, { columns: pick % 2 === 0 ? {} : { text: { description: `Text ${pick}` } } }),
    ),
  'the catalogue is edited': ({ rawData }, _, pick) =>
    editJson(join(rawData, 'catalogue.json'), (value) => Object.assign(value, { title: `Title ${pick}` })),
  'a setting is another': ({ flags }, _, pick) =>
    void Object.assign(flags, [{ 'page-sizes': '10,100' }, { base: '/data' }, { 'keep-going': true }][pick % 3]),
  'settings are as at first': (world) => {
    world.flags = { 'api-only': true };
  },
  'one dataset alone is built': ({ flags }, file) =>
    void Object.assign(flags, { only: file.slice(file.lastIndexOf('/') + 1, -'.csv'.length) }),
  'a file is touched': (_, file) => utimesSync(file, new Date(), new Date()),
  'a file is written again as it is': editText((text) => text),
  'a digit is changed, and the time put back': (_, file) => {
    const { atime, mtime } = statSync(file);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\d(?=\n$)/, otherDigit));
    utimesSync(file, atime, mtime);
  },
  'nothing is done': () => {},
  'the record is cut off': ({ out }, _, pick) => truncateSync(join(out, MANIFEST_FILE), pick * 50),
  'a byte of the record is another': ({ out }, _, pick) => {
    const bytes = readFileSync(join(out, MANIFEST_FILE));
    const at = (pick * 7919) % bytes.length;
    bytes[at] = (bytes[at] as number) ^ (1 << (pick % 8));
    writeFileSync(join(out, MANIFEST_FILE), bytes);
  },
  'the record is removed': ({ out }) => rmSync(join(out, MANIFEST_FILE)),
  'a published file is removed': ({ out }, _, pick) => {
    const pages = readdirSync(join(out, 'client/v1'), { recursive: true, encoding: 'utf8' }).filter(
      (it) => /\/offset\/\d+\.json$/.test(it) && !it.includes('category') && !it.includes('datasets/limit'),
    );
    rmSync(join(out, 'client/v1', pages[pick % pages.length] as string));
  },
  'the first page of a dataset is removed': ({ out }, file) =>
    rmSync(join(out, `client/v1/datasets/${basename(file, '.csv')}.json`), { force: true }),
  'the first page of a dataset is removed from the spare': ({ out }, file) =>
    rmSync(join(out, `../.out-spare/client/v1/datasets/${basename(file, '.csv')}.json`), { force: true }),
  'a file becomes a link to one that is elsewhere': ({ rawData }, file, pick) => {
    const store = join(rawData, '../store', `${pick}`);
    mkdirSync(store, { recursive: true });
    renameSync(file, join(store, 'data'));
    symlinkSync(join(store, 'data'), file);
  },
};

const edits = fc.array(
  fc.record({ name: fc.constantFrom(...Object.keys(EDITS)), which: fc.nat(9), pick: fc.integer({ min: 0, max: 80 }) }),
  { minLength: 6, maxLength: 12 },
);

test('after any edits, output and report are the same as those of a clean build', async () => {
  await fc.assert(
    fc.asyncProperty(edits, async (sequence) => {
      const world = newWorld();
      await expectAsClean(world, 'at first');
      const done: string[] = [];
      for (const { name, which, pick } of sequence) {
        const files = readdirSync(world.rawData, { recursive: true, encoding: 'utf8' }).filter((it) =>
          it.endsWith('.csv'),
        );
        const file = files.sort()[which % files.length];
        if (file === undefined) return;
        // A previous edit may have removed the manifest.
        if (name.includes('record') && !readdirSync(world.out).includes(MANIFEST_FILE)) continue;
        EDITS[name]?.(world, join(world.rawData, file), pick);
        done.push(name);
        await expectAsClean(world, done.join(', '));
      }
    }),
    { numRuns: runs(12) },
  );
}, 120_000);

test.each(Object.keys(EDITS))(
  'the output is the same as that of a clean build if %s, and again after another change',
  async (name) => {
    const world = newWorld();
    await build(world);
    for (const [index, edit] of [name, 'a cell is changed', name, 'a cell is changed'].entries()) {
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

test('a foreign folder with the name of the recycled output is left alone, and reported', async () => {
  const world = newWorld();
  await build(world);
  const other = join(world.out, '../.out-spare/mine.txt');
  writeFiles(join(world.out, '..'), { '.out-spare/mine.txt': 'mine' });
  writeFiles(world.rawData, { 'governance/new.csv': tableOf(3, 'new'), 'governance/new.meta.json': sidecarWith() });
  const { published, problems } = await build(world);
  expect(published).toBe(true);
  expect(problems.map(({ code }) => code)).toContain('output-leftover');
  expect(readFileSync(other, 'utf8')).toBe('mine');
});

/** Identities of the files by path, which differ even between files of the same content. */
function identities(out: string): Map<string, string> {
  const client = join(out, 'client');
  const files = readdirSync(client, { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith('.json'));
  return new Map(
    files.map((file) => [file, `${statSync(join(client, file)).ino} ${statSync(join(client, file)).mtimeMs}`]),
  );
}

describe('a file whose bytes are the same', () => {
  test('stays the same file, and one page is written when one cell is changed', async () => {
    const world = newWorld();
    await build(world);
    const csv = join(world.rawData, 'economy/wages.csv');
    // All but the first build have a recycled output.
    for (const row of [150, 151, 152, 153]) {
      const before = identities(world.out);
      writeFileSync(csv, readFileSync(csv, 'utf8').replace(`\n${row},wages ${row}\n`, `\n${row},WAGES ${row}\n`));
      await build(world);
      const written = [...identities(world.out)].filter(([file, identity]) => before.get(file) !== identity);
      // The index is always written: a server recognises a new build by it.
      expect(written.map(([file]) => file).sort()).toEqual([
        'v1/datasets/wages/limit/100/offset/100.json',
        'v1/index.json',
      ]);
    }
    expect(readdirSync(join(world.out, '..')).sort()).toEqual(['.out-spare', 'out', 'raw-data']);
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
  await build(world);
  await pause(2500);
  await build(world);
  // From now on, files are not read to find out that they are unchanged.
  expect([...(readManifest(world.out)?.files.values() ?? [])].map(({ isSettled }) => isSettled)).toEqual(
    Array(7).fill(true),
  );
  EDITS['a digit is changed, and the time put back']?.(world, join(world.rawData, 'economy/rents.csv'), 0);
  await expectAsClean(world, 'a change that only the change time shows');
});

test('the recycled output is not kept if the settings change', async () => {
  const world = newWorld();
  const beside = (): string[] => readdirSync(join(world.out, '..')).filter((it) => it.startsWith('.out'));
  await build(world);
  EDITS['a cell is changed']?.(world, join(world.rawData, 'economy/rents.csv'), 1);
  await build(world);
  expect(beside()).toEqual(['.out-spare']);
  world.flags.base = '/data';
  await expectAsClean(world, 'another base');
  expect(beside()).toEqual([]);
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
    world.flags.layout = layout;
    // Several times as large as one block.
    writeFiles(world.rawData, { 'economy/rents.csv': tableOf(250_003, 'rents') });
    await build(world);
    rmSync(join(world.out, 'client/v1/datasets/rents', removed));
    appendFileSync(join(world.rawData, 'economy/prices.csv'), '1,more\n');
    await expectAsClean(world, layout);
  },
);
