import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { folderWith, rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../support/builds/run-build.ts';

const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  optionalDependencies: Record<string, string>;
};

/** Lets the optional packages be absent, on every thread. */
const WITHOUT = `import { registerHooks } from 'node:module';
const absent = ${JSON.stringify(Object.keys(optionalDependencies))};
registerHooks({
  resolve: (name, context, next) => {
    if (!absent.some((it) => name === it || name.startsWith(it + '/'))) return next(name, context);
    throw Object.assign(new Error("Cannot find module '" + name + "'\\nRequire stack:\\n- x"), { code: 'MODULE_NOT_FOUND' });
  },
});
`;

test('a site is built without the optional packages: its pages have no pictures, and one hint says so', {
  timeout: 120_000,
}, async () => {
  const rows = Array.from({ length: 12 }, (_, at) => `${2010 + at},${at * at}`).join('\n');
  const rawData = rawDataWith({
    ...withSidecar(
      'economy/rye',
      `year,tonnes\n${rows}\n`,
      JSON.stringify({
        name: 'Rye',
        description: 'Harvests',
        source: 'An institute',
        url: 'https://example.org/rye',
      }),
    ),
  });
  const folder = folderWith({ 'without.mjs': WITHOUT });
  const out = join(folder, 'out');
  const { code, stderr } = await runBuild(['--raw-data', rawData, '--out', out, '--site', 'https://data.example.org'], {
    NODE_OPTIONS: `--import ${pathToFileURL(join(folder, 'without.mjs'))}`,
  });
  expect(code, stderr).toBe(0);
  const hints = stderr.split('\n\n').filter((it) => it.includes('pictures-unavailable'));
  expect(hints).toHaveLength(1);
  expect(hints[0]).toContain('@resvg/resvg-js');
  expect(hints[0]).toContain('--no-pictures');
  expect(hints[0]).not.toContain('Require stack');
  const page = readFileSync(join(out, 'client/datasets/rye/index.html'), 'utf8');
  expect(page).toContain('chart.svg');
  expect(page).not.toContain('og:image');
  expect(existsSync(join(out, 'client/v1/datasets/rye/chart.png'))).toBe(false);
});
