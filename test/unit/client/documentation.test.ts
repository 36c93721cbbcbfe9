import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import * as client from '../../../src/client/client.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { fetchFrom, staticHost } from '../../support/client/host.ts';

const text = readFileSync('docs/client.md', 'utf8');
const snippets = [...text.matchAll(/```[jt]s\n([\s\S]*?)```/g)].map(([, code = '']) => code);

/** Runs a snippet with the client of this project, on a host that has one dataset. Returns what it printed. */
async function run(snippet: string): Promise<unknown[][]> {
  const output = memoryOutput();
  buildApi({ rawData: 'raw-data', site: { prefix: '/', pageSizes: [100] }, only: ['wheat-prices-and-wages'] }, output);
  vi.stubGlobal('fetch', fetchFrom(staticHost(output.files)));
  const printed: unknown[][] = [];
  const code = snippet
    .replace(
      /^import \{([^}]*)\} from '[^']*';/,
      (_, names: string) => `const {${names.replace(/type \w+/, '')}} = client;`,
    )
    .replace(': Row[]', '');
  const AsyncFunction = (async () => {}).constructor as new (
    ...code: string[]
  ) => (...given: unknown[]) => Promise<void>;
  try {
    await new AsyncFunction('client', 'console', code)(client, { log: (...values: unknown[]) => printed.push(values) });
  } finally {
    vi.unstubAllGlobals();
  }
  return printed;
}

test.each([
  [0, 52, [1565, 41]],
  [1, 0, undefined],
  [2, 2, ['wheat-prices-and-wages', expect.any(String), 52]],
  [3, 2, [20, expect.any(Number)]],
  [4, 1, ['wheat-prices-and-wages']],
] as const)('snippet %i of docs/client.md runs, and prints %i lines', async (at, lines, first) => {
  const printed = await run(snippets[at] ?? '');
  expect([printed.length, printed[0]]).toEqual([lines, first]);
});

test('every snippet is run', () => expect(snippets).toHaveLength(5));

test('docs/client.md names every method, option and type of error', () => {
  const types = readFileSync('public/almanac.d.ts', 'utf8');
  const [, members = ''] = /declare class Dataset \{([\s\S]*?)\n\}/.exec(types) ?? [];
  const methods = [...members.matchAll(/^ {4}(\w+)\(/gm)].map(([, name = '']) => name);
  const options = [...types.matchAll(/^ {4}(\w+)\?: [^;]* \| undefined;/gm)].map(([, name = '']) => name);
  const sources = ['catalogue', 'dataset', 'errors', 'open', 'request', 'service'];
  const code = sources.map((name) => readFileSync(`src/client/${name}.ts`, 'utf8')).join('\n');
  const kinds = [...code.matchAll(/'([a-z]+-[a-z]+)'/g)]
    .map(([, kind = '']) => kind)
    .filter((kind) => kind !== 'no-cache');
  expect([methods.length > 5, options.length > 7, new Set(kinds).size]).toEqual([true, true, 7]);
  const missing = [...methods, ...options, ...kinds].filter((name) => !new RegExp(`\`${name}[\`(]`).test(text));
  expect(missing).toEqual([]);
});
