import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDataset } from '../../../src/commands/add-dataset/add-dataset.ts';
import { formatProblem } from '../../../src/problems/format-problem.ts';
import { ProblemError } from '../../../src/problems/problem.ts';
import { type Files, folderWith, rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';
import { HEAD } from '../../support/data-packages.ts';

/** A request: files elsewhere and in the raw data, and the path of the file, to which its folder is added. */
interface Case {
  elsewhere?: Files;
  rawData?: Files;
  add: string;
  category?: string | null;
  prepare?: (folder: string, rawData: string) => void;
}

const CSV = 'a,b\n1,2\n';
const described = (...names: string[]): Files =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`${name}.csv`, CSV],
      [`${name}.meta.json`, sidecarWith()],
    ]),
  );

const CASES: Readonly<Record<string, Case>> = {
  'no such file': { add: 'gone.csv' },
  'a folder': { elsewhere: { 'x.csv/y': '' }, add: 'x.csv' },
  'a pipe': { add: 'x.csv', prepare: (folder) => void execFileSync('mkfifo', [join(folder, 'x.csv')]) },
  'a circle': { add: 'x.csv', prepare: (folder) => symlinkSync('x.csv', join(folder, 'x.csv')) },
  'an empty file': { elsewhere: { 'x.csv': '' }, add: 'x.csv' },
  'no table': { elsewhere: { 'x.csv': Buffer.from('PK\u0003\u0004abcdefgh\0\0\0') }, add: 'x.csv' },
  'too many columns': { elsewhere: { 'x.csv': `${'a,'.repeat(20)}a\n` }, add: 'x.csv' },
  'a reserved name': { elsewhere: { 'index.csv': CSV }, add: 'index.csv' },
  'no name': { elsewhere: { '名.csv': CSV }, add: '名.csv' },
  'a file that is there': { elsewhere: { 'x.csv': CSV }, rawData: { 'economy/x.csv': CSV }, add: 'x.csv' },
  'a sidecar that is there': { elsewhere: { 'x.csv': CSV }, rawData: { 'economy/x.meta.json': '{}' }, add: 'x.csv' },
  'a described file': { rawData: described('economy/x'), add: 'raw/economy/x.csv', category: null },
  'a name that is taken': { elsewhere: { 'x.csv': CSV }, rawData: described('governance/x'), add: 'x.csv' },
  'a name that is taken inside': {
    rawData: { ...described('governance/x'), 'economy/x.csv': CSV },
    add: 'raw/economy/x.csv',
    category: null,
  },
  'a sidecar of two': {
    rawData: { 'economy/x.csv': CSV, 'economy/x.tsv': CSV },
    add: 'raw/economy/x.tsv',
    category: null,
  },
  'a file of a package': {
    rawData: {
      'economy/p/datapackage.json': JSON.stringify({ ...HEAD, resources: [{ name: 'x', path: 'x.csv' }] }),
      'economy/p/x.csv': CSV,
    },
    add: 'raw/economy/p/x.csv',
    category: null,
  },
  'a link that is there': {
    elsewhere: { 'x.csv': CSV },
    add: 'x.csv',
    prepare: (_, rawData) => {
      mkdirSync(join(rawData, 'economy'));
      symlinkSync('nowhere', join(rawData, 'economy/x.csv'));
    },
  },
  'a link out of the raw data': {
    elsewhere: { 'x.csv': CSV },
    add: 'raw/x.csv',
    prepare: (folder, rawData) => symlinkSync(join(folder, 'x.csv'), join(rawData, 'x.csv')),
  },
  'a hidden file': { rawData: { 'economy/.x.csv': CSV }, add: 'raw/economy/.x.csv', category: null },
  'a hidden folder': { rawData: { '.economy/x.csv': CSV }, add: 'raw/.economy/x.csv' },
  'another ending inside': { rawData: { 'economy/x.y.txt': CSV }, add: 'raw/economy/x.y.txt', category: null },
  'a file in the way of the folder': { elsewhere: { 'x.csv': CSV }, rawData: { economy: '' }, add: 'x.csv' },
};

test('what is said if a file cannot be added, and nothing is left behind', async () => {
  const said = Object.entries(CASES).map(([title, { elsewhere = {}, rawData: files = {}, add, category, prepare }]) => {
    const folder = folderWith(elsewhere);
    const rawData = rawDataWith(files);
    prepare?.(folder, rawData);
    const before = readdirSync(rawData, { recursive: true });
    const path = add.startsWith('raw/') ? join(rawData, add.slice(4)) : join(folder, add);
    let text = 'added';
    try {
      addDataset(path, { rawData, category: category === undefined ? 'economy' : category, maxColumns: 20 });
    } catch (error) {
      text = error instanceof ProblemError ? formatProblem(error.problem) : String(error);
    }
    expect(readdirSync(rawData, { recursive: true })).toEqual(before);
    return `# ${title}\n${text.replaceAll(folder, '(elsewhere)').replaceAll(rawData, '(raw data)')}\n`;
  });
  await expect(said.join('\n')).toMatchFileSnapshot('add-sentences.txt');
});

test('a file that somebody writes to is not added, and nothing is left behind', async () => {
  const rawData = rawDataWith({});
  const path = join(folderWith({ 'x.csv': CSV }), 'x.csv');
  const before = readdirSync(rawData, { recursive: true });
  const writer = spawn('sh', ['-c', 'while :; do echo 1 >> "$0"; done', path]);
  try {
    await expect.poll(() => statSync(path).size, { timeout: 10_000, interval: 5 }).toBeGreaterThan(CSV.length);
    expect(() => addDataset(path, { rawData, category: 'economy' })).toThrow(
      'was changed, replaced or removed while it was being read, so the findings may no longer hold',
    );
  } finally {
    writer.kill('SIGKILL');
  }
  expect(readdirSync(rawData, { recursive: true })).toEqual(before);
});

test.each<[string, Files, string | null, string, object]>([
  ['from elsewhere', {}, 'economy', 'x.dat', { file: 'economy/x.csv', sidecar: 'economy/x.meta.json' }],
  [
    'from elsewhere, as TSV',
    {},
    'economy',
    'My X.TSV',
    { file: 'economy/my-x.tsv', sidecar: 'economy/my-x.meta.json' },
  ],
  ['inside', { 'economy/q/My X.csv': CSV }, null, 'raw/economy/q/My X.csv', { file: 'economy/q/My X.csv' }],
  ['inside, not in a folder', { 'x.csv': CSV }, 'economy', 'raw/x.csv', { file: 'x.csv', sidecar: 'x.meta.json' }],
  [
    'inside, named like a hidden part',
    { 'economy/x..csv': CSV },
    null,
    'raw/economy/x..csv',
    { file: 'economy/x..csv' },
  ],
])('a file %s is added under its name', (_, files, category, add, expected) => {
  const rawData = rawDataWith(files);
  const path = add.startsWith('raw/') ? join(rawData, add.slice(4)) : join(folderWith({ [add]: CSV }), add);
  expect(addDataset(path, { rawData, category })).toMatchObject({ ...expected, created: null });
});

test.each<[string, Files, string | null, string, string, object]>([
  ['no more than it needs', {}, 'economy', 'x.csv', CSV, {}],
  ['the delimiter that its name does not suggest', {}, 'economy', 'x.csv', 'a;b\n1;2\n', { csv: { delimiter: ';' } }],
  ['a comma in a file of tabs', {}, 'economy', 'x.tsv', CSV, { csv: { delimiter: ',' } }],
  ['no tab in a file of tabs', {}, 'economy', 'x.tsv', 'a\tb\n1\t2\n', {}],
  ['no category in its folder', { 'economy/x.csv': CSV }, 'economy', 'raw/economy/x.csv', CSV, {}],
  [
    'a category in the folder of another',
    { 'economy/x.csv': CSV },
    'governance',
    'raw/economy/x.csv',
    CSV,
    { category: 'governance' },
  ],
  ['a category outside any folder', { 'x.csv': CSV }, 'economy', 'raw/x.csv', CSV, { category: 'economy' }],
])('the sidecar of an added file states %s', (_, files, category, add, content, expected) => {
  const rawData = rawDataWith(files);
  const path = add.startsWith('raw/') ? join(rawData, add.slice(4)) : join(folderWith({ [add]: content }), add);
  const { sidecar } = addDataset(path, { rawData, category });
  const blank = { description: '', unit: '' };
  expect(JSON.parse(readFileSync(join(rawData, sidecar), 'utf8'))).toEqual({
    ...{ name: 'X', description: '', source: '', url: '', license: '', retrieved: '' },
    columns: { a: blank, b: blank },
    ...expected,
  });
});
