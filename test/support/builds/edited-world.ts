import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { MANIFEST_FILE } from '../../../src/pipeline/output/output-names.ts';
import { CATALOGUE, sidecarWith, withSidecar, writeFiles } from './raw-data-folder.ts';

type Flags = Record<string, string | boolean>;

/** A raw-data folder, and the settings of its builds, in their state after some edits. */
export interface World {
  rawData: string;
  out: string;
  /** Settings of the first build. */
  firstFlags: Flags;
  flags: Flags;
}

const COLUMNS = { row: { description: 'Number' }, text: { description: 'Text', unit: 'words' } };

export function tableOf(rows: number, name: string): string {
  return `row,text\n${Array.from({ length: rows }, (_, row) => `${row},${name} ${row}\n`).join('')}`;
}

/** Makes a world in a folder that does not exist yet. */
export function makeWorld(place: string, flags: Flags): World {
  const rawData = join(place, 'raw-data');
  const files = ['rents', 'prices', 'wages'].flatMap((name, index) => [
    [`economy/${name}.csv`, tableOf(90 + 60 * index, name)],
    // Undescribed columns give hints.
    [`economy/${name}.meta.json`, sidecarWith({ columns: index === 1 ? {} : COLUMNS })],
  ]);
  writeFiles(rawData, { 'catalogue.json': CATALOGUE, ...Object.fromEntries(files) });
  return { rawData, out: join(place, 'out'), firstFlags: flags, flags: { ...flags } };
}

/** Changes a world, usually one of its CSV files. */
export type Edit = (world: World, file: string, pick: number) => void;

function editText(edit: (text: string, pick: number) => string): Edit {
  return (_, file, pick) => fs.writeFileSync(file, edit(fs.readFileSync(file, 'utf8'), pick));
}

function editJson(file: string, edit: (value: Record<string, unknown>) => void): void {
  const value = JSON.parse(fs.readFileSync(file, 'utf8'));
  edit(value);
  fs.writeFileSync(file, JSON.stringify(value, null, 2));
}

const sidecarOf = (file: string): string => file.replace('.csv', '.meta.json');
const otherDigit = (digit: string): string => `${(Number(digit) + 1) % 10}`;

/** Longer than a tick of the clock by which files have their times, in milliseconds. */
const TICK_MS = 10;

/** Waits until a change gets another time than those before, as any change by a person does. */
export function waitForTick(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TICK_MS);
}

/**
 * Some file of an output that is not empty, for an edit that is made later than the output was: within a tick, times do not tell them
 * apart, and nobody edits that fast. Its manifest is not among them: edits of their own take care of that.
 */
function anyFile(out: string, pick: number): string {
  waitForTick();
  const paths = fs.readdirSync(out, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => {
    const stats = fs.lstatSync(join(out, path));
    return path !== MANIFEST_FILE && stats.isFile() && stats.size > 0;
  });
  return join(out, files[pick % files.length] as string);
}

export const EDITS: Record<string, Edit> = {
  'a cell is changed': editText((text, pick) => text.replace(new RegExp(`^${pick},.*`, 'm'), `${pick},another`)),
  'a row is added at the top': editText((text) => text.replace('\n', '\n-1,first\n')),
  'a row is added at the end': editText((text, pick) => `${text}${pick},last\n`),
  'a row is removed': editText((text, pick) => text.replace(new RegExp(`^${pick},.*\n`, 'm'), '')),
  'a column is renamed': editText((text) => text.replace(/^(\w+),/, '$1_,')),
  'a row is too long': editText((text) => `${text}1,2,3\n`),
  'the rows of today are mended': editText((text) => text.replaceAll('1,2,3\n', '')),
  'a file is removed': (_, file) => {
    fs.rmSync(file);
    fs.rmSync(sidecarOf(file));
  },
  'a file is added': ({ rawData }, _, pick) => {
    const name = `governance/added-${pick % 3}`;
    writeFiles(rawData, withSidecar(`${name}`, tableOf(pick, name)));
  },
  'a file is renamed': (_, file, pick) => {
    const name = file.replace(/-?\d*\.csv$/, `-${pick}.csv`);
    fs.renameSync(file, name);
    fs.renameSync(sidecarOf(file), sidecarOf(name));
  },
  'a file is renamed, and its sidecar says what it was called': (_, file, pick) => {
    const name = file.replace(/-?\d*\.csv$/, `-${pick}.csv`);
    fs.renameSync(file, name);
    fs.renameSync(sidecarOf(file), sidecarOf(name));
    editJson(sidecarOf(name), (value) => Object.assign(value, { formerly: [basename(file, '.csv')] }));
  },
  'a sidecar is edited': (_, file, pick) =>
    editJson(sidecarOf(file), (value) => Object.assign(value, { description: `Edition ${pick}.` })),
  'a column is described otherwise': (_, file, pick) =>
    editJson(sidecarOf(file), (value) =>
      Object.assign(value, { columns: pick % 2 === 0 ? {} : { text: { description: `Text ${pick}` } } }),
    ),
  'the catalogue is edited': ({ rawData }, _, pick) =>
    editJson(join(rawData, 'catalogue.json'), (value) => Object.assign(value, { title: `Title ${pick}` })),
  'the logo is another': ({ rawData }, _, pick) => {
    fs.writeFileSync(join(rawData, 'logo.svg'), `<svg xmlns="http://www.w3.org/2000/svg"><g id="a${pick}"/></svg>`);
    editJson(join(rawData, 'catalogue.json'), (value) => Object.assign(value, { logo: 'logo.svg' }));
  },
  'the logo is removed': ({ rawData }) => {
    fs.rmSync(join(rawData, 'logo.svg'), { force: true });
    editJson(join(rawData, 'catalogue.json'), (value) => Object.assign(value, { logo: '' }));
  },
  'the style sheet is another': ({ rawData }, _, pick) =>
    fs.writeFileSync(join(rawData, 'theme.css'), `:root { --measure: ${pick}rem }`),
  'the home page says something else': ({ rawData }, _, pick) =>
    writeFiles(rawData, { 'home.md': `Edition ${pick}.`, [`pages/${pick % 2}.md`]: `# Page ${pick % 3}` }),
  'what was written is removed': ({ rawData }) => {
    for (const name of ['theme.css', 'home.md', 'pages'])
      fs.rmSync(join(rawData, name), { recursive: true, force: true });
  },
  'a setting is another': ({ flags }, _, pick) =>
    void Object.assign(flags, [{ 'page-sizes': '10,100' }, { base: '/data' }, { 'keep-going': true }][pick % 3]),
  'settings are as at first': (world) => {
    world.flags = { ...world.firstFlags };
  },
  'one dataset alone is built': ({ flags }, file) =>
    void Object.assign(flags, { only: file.slice(file.lastIndexOf('/') + 1, -'.csv'.length) }),
  'a file is touched': (_, file) => fs.utimesSync(file, new Date(), new Date()),
  'a file is written again as it is': editText((text) => text),
  'a digit is changed, and the time put back': (_, file) => {
    const { atime, mtime } = fs.statSync(file);
    fs.writeFileSync(file, fs.readFileSync(file, 'utf8').replace(/\d(?=\n$)/, otherDigit));
    fs.utimesSync(file, atime, mtime);
  },
  'nothing is done': () => {},
  'the record is cut off': ({ out }, _, pick) => fs.truncateSync(join(out, MANIFEST_FILE), pick * 50),
  'a byte of the record is another': ({ out }, _, pick) => {
    const bytes = fs.readFileSync(join(out, MANIFEST_FILE));
    const at = (pick * 7919) % bytes.length;
    bytes[at] = (bytes[at] as number) ^ (1 << (pick % 8));
    fs.writeFileSync(join(out, MANIFEST_FILE), bytes);
  },
  'the record is removed': ({ out }) => fs.rmSync(join(out, MANIFEST_FILE)),
  'a published file is removed': ({ out }, _, pick) => {
    const pages = fs
      .readdirSync(join(out, 'client/v1'), { recursive: true, encoding: 'utf8' })
      .filter((it) => /\/offset\/\d+\.json$/.test(it) && !it.includes('category') && !it.includes('datasets/limit'));
    fs.rmSync(join(out, 'client/v1', pages[pick % pages.length] as string));
  },
  'the first page of a dataset is removed': ({ out }, file) =>
    fs.rmSync(join(out, `client/v1/datasets/${basename(file, '.csv')}.json`), { force: true }),
  'the first page of a dataset is removed from the recycled output': ({ out }, file) =>
    fs.rmSync(join(out, `../.out-recycled/client/v1/datasets/${basename(file, '.csv')}.json`), { force: true }),
  'the lists of a category are removed': ({ out }) =>
    fs.rmSync(join(out, 'client/v1/datasets/category'), { recursive: true, force: true }),
  'a published file becomes a folder': ({ out }, _, pick) => {
    const file = anyFile(out, pick);
    fs.rmSync(file);
    fs.mkdirSync(file);
  },
  'a published file becomes a link to a copy': ({ out }, _, pick) => {
    const file = anyFile(out, pick);
    fs.renameSync(file, join(out, '../copy'));
    fs.symlinkSync(join(out, '../copy'), file);
  },
  'a file is added to a published folder': ({ out }, _, pick) =>
    fs.writeFileSync(join(dirname(anyFile(join(out, 'client'), pick)), 'stray.json'), '{}'),
  'a file is added to a folder of the recycled output': ({ out }, _, pick) => {
    const recycled = join(out, '../.out-recycled/client');
    if (fs.existsSync(recycled)) fs.writeFileSync(join(dirname(anyFile(recycled, pick)), 'stray.json'), '{}');
  },
  'a file becomes a link to one that is elsewhere': ({ rawData }, file, pick) => {
    const store = join(rawData, '../store', `${pick}`);
    fs.mkdirSync(store, { recursive: true });
    fs.renameSync(file, join(store, 'data'));
    fs.symlinkSync(join(store, 'data'), file);
  },
};

export interface ChosenEdit {
  name: string;
  /** Which CSV file, and what in it. */
  which: number;
  pick: number;
}

/** Sequences of edits. */
export function editSequences(minLength: number, maxLength: number): fc.Arbitrary<ChosenEdit[]> {
  const names = fc.constantFrom(...Object.keys(EDITS));
  const edit = fc.record({ name: names, which: fc.nat(9), pick: fc.integer({ min: 0, max: 80 }) });
  return fc.array(edit, { minLength, maxLength });
}

/** Applies an edit; false if the world has nothing that it could be applied to. */
export function applyEdit(world: World, { name, which, pick }: ChosenEdit): boolean {
  const all = fs.readdirSync(world.rawData, { recursive: true, encoding: 'utf8' });
  const files = all.filter((it) => it.endsWith('.csv')).sort();
  const file = files[which % files.length];
  // A previous edit may have removed the manifest.
  const lacksRecord = name.includes('record') && !fs.readdirSync(world.out).includes(MANIFEST_FILE);
  if (file === undefined || lacksRecord) return false;
  EDITS[name]?.(world, join(world.rawData, file), pick);
  return true;
}
