import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const SHARED = ['model', 'problems', 'contract', 'suggestions'] as const;
const STATIONS = ['discover', 'parse', 'profile', 'publish'] as const;
const BUILD = [
  'pipeline/files',
  'pipeline/input',
  'pipeline/output',
  'pipeline/threads',
  'pipeline/incremental',
  'pipeline',
  'pipeline/shards',
] as const;
const DRAWING = ['texts', 'charts'] as const;
const JOINTS = [
  ...SHARED,
  'compare',
  'kernel',
  'settings',
  ...STATIONS,
  ...DRAWING,
  'describe',
  'serve',
  'fast-path',
  ...BUILD,
  'hosts',
] as const;

/** Which rooms a room of src/ may import, besides itself. A room imports only rooms above its own. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'model': [],
  'problems': ['model'],
  'contract': ['model'],
  'suggestions': [],
  'kernel': [],
  'kernel/wasm': ['kernel'],
  'settings': SHARED,
  'discover': [...SHARED, 'settings'],
  'parse': SHARED,
  'profile': [...SHARED, 'kernel'],
  'publish': [...SHARED, 'kernel'],
  'compare': SHARED,
  'serve': ['model', 'contract', 'suggestions'],
  'client': ['contract'],
  'query': ['contract', 'client'],
  'texts': ['model', 'contract'],
  'describe': ['model', 'contract', 'suggestions', 'texts'],
  'charts': ['model', 'contract', 'texts'],
  'site/shared': ['model', 'contract', 'suggestions', 'texts'],
  'site/scripts': ['model', 'contract', 'suggestions', 'texts', 'client', 'query', 'charts', 'site/shared'],
  'site': ['model', 'contract', 'suggestions', 'texts', 'site/shared', 'site/scripts'],
  'fast-path': [...SHARED, 'kernel', 'parse', 'profile', 'publish'],
  'pipeline/input': SHARED,
  'pipeline/files': SHARED,
  'pipeline/output': [...SHARED, 'pipeline/files'],
  'pipeline/threads': [...SHARED, 'kernel'],
  'pipeline/incremental': [...SHARED, 'settings', 'pipeline/files', 'pipeline/output'],
  'pipeline': JOINTS.filter((room) => room !== 'pipeline/shards' && room !== 'hosts' && room !== 'serve'),
  'pipeline/shards': JOINTS.filter((room) => room !== 'hosts' && room !== 'serve'),
  'hosts': [...SHARED, 'settings', 'serve'],
  'astro': [...JOINTS, 'site'],
  'commands': [...JOINTS, 'astro'],
};

/** Rooms that run anywhere: no module of Node. */
const WITHOUT_NODE = [
  'model',
  ...SHARED,
  'settings',
  'parse',
  'profile',
  'publish',
  'compare',
  'serve',
  'client',
  'texts',
  'describe',
  'charts',
  'site/shared',
  'site/scripts',
  'site',
  'kernel/wasm',
];
const WITH_ASTRO = ['astro', 'site'];

interface File {
  path: string;
  room: string;
  imports: string[];
}

const files: File[] = globSync('src/**/*.{ts,js,astro}').map((path) => {
  const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const imports = [...code.matchAll(/(?:\bfrom|\bimport\(?|\bnew URL\()\s*'([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? join(dirname(path), name) : name,
  );
  return { path, room: roomOf(path), imports };
});

/** The innermost room that has rules, for a file below `src/`; the folder itself if no room has any. */
function roomOf(path: string): string {
  const [, first = '', second = ''] = path.split('/');
  return [`${first}/${second}`, first.replace('.ts', '')].find((room) => room in MAY_IMPORT) ?? first;
}

const edges = files.flatMap(({ path, room, imports }) => imports.map((to) => ({ path, room, to })));

test('a room imports only the rooms above its own, types included', () => {
  const between = edges.filter(({ to }) => to.startsWith('src/'));
  expect(between.length).toBeGreaterThan(500);
  const wrong = between.filter(({ room, to }) => room !== roomOf(to) && !MAY_IMPORT[room]?.includes(roomOf(to)));
  expect(wrong.map(({ path, to }) => `${path} imports ${to}`)).toEqual([]);
});

test('no file imports itself by way of others, types included', () => {
  const importsOf = files.map(({ path, imports }) => [path, imports.filter((to) => to.startsWith('src/'))] as const);
  expect(circlesIn(new Map(importsOf))).toEqual([]);
});

/** What imports itself by way of others, or imports something that does. */
function circlesIn(importsOf: Map<string, Iterable<string>>): string[] {
  // What imports nothing that is left goes first.
  for (let size = -1; size !== importsOf.size; ) {
    size = importsOf.size;
    for (const [path, imports] of importsOf) {
      if (![...imports].some((to) => importsOf.has(to))) importsOf.delete(path);
    }
  }
  return [...importsOf.keys()];
}

test('the folders of a room do not import each other in a circle, types included', () => {
  // Between two files of different folders, the first parts of their paths that differ are folders beside each other.
  const importsOf = new Map<string, Set<string>>();
  for (const { path, to } of edges.filter(({ to }) => to.startsWith('src/'))) {
    const [from, target] = [path.split('/'), to.split('/')];
    const depth = from.findIndex((name, at) => name !== target[at]);
    if (depth + 1 >= from.length || depth + 1 >= target.length) continue;
    const folder = from.slice(0, depth + 1).join('/');
    importsOf.set(folder, (importsOf.get(folder) ?? new Set()).add(target.slice(0, depth + 1).join('/')));
  }
  expect(importsOf.size).toBeGreaterThan(20);
  expect(circlesIn(importsOf)).toEqual([]);
});

test('Node and Astro are imported only by the rooms that may know them', () => {
  const node = edges.filter(({ room, to }) => WITHOUT_NODE.includes(room) && to.startsWith('node:'));
  const astro = edges.filter(({ room, to }) => !WITH_ASTRO.includes(room) && /^(?:@?astro|vite)/.test(to));
  expect([...node, ...astro].map(({ path, to }) => `${path} imports ${to}`)).toEqual([]);
});

test('src holds one loose file, and no folder more than fifteen files of code', () => {
  expect(globSync('src/*.*')).toEqual(['src/model.ts']);
  const code = globSync('{src,scripts,test}/**/*.{ts,js,astro}', { exclude: (path) => path.includes('node_modules') });
  expect(code.length).toBeGreaterThan(files.length);
  const folders = Object.groupBy(code, (path) => dirname(path));
  const wide = Object.entries(folders).filter(([, content]) => (content?.length ?? 0) > 15);
  expect(wide.map(([folder]) => folder)).toEqual([]);
});
