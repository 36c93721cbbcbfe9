import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'almanac-rules-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What the linter says of some code when it is the file at a path. */
function lint(path: string, code: string): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  copyFileSync('biome.json', join(folder, 'biome.json'));
  writeFileSync(join(folder, path), code);
  const run = spawnSync('biome', ['lint', '--colors=off', '--vcs-enabled=false', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const said = run.stdout + run.stderr;
  expect(said).toContain('Checked');
  return said;
}

const FORBIDDEN: [path: string, code: string][] = [
  ['src/parse/x.ts', "import { nameDataset } from '../discover/name-dataset.ts';\nnameDataset('');\n"],
  ['src/profile/x.ts', "import { parseCsv } from '../parse/parse-csv.ts';\nparseCsv;\n"],
  ['src/discover/x.ts', "import { routes } from '../publish/routes.ts';\nroutes;\n"],
  ['src/publish/x.ts', "import { x } from '../serve/suggest.ts';\nx;\n"],
  ['src/serve/x.ts', "import { x } from '../publish/output.ts';\nx;\n"],
  ['src/site/x.ts', "import { x } from '../publish/page-layout.ts';\nx;\n"],
  ['src/site/pages/x.ts', "import { x } from '../../profile/statistics.ts';\nx;\n"],
  ['src/profile/x.ts', "import { buildApi } from '../build.ts';\nbuildApi;\n"],
  ['src/publish/x.ts', "import { LiveApi } from '../live-api.ts';\nLiveApi;\n"],
  ['src/serve/handle-request.ts', "import { readFileSync } from 'node:fs';\nreadFileSync;\n"],
  ['src/profile/numbers/statistics.ts', "import { cpus } from 'node:os';\ncpus;\n"],
  ['src/parse/parse-csv.ts', "import { readFileSync } from 'node:fs';\nreadFileSync;\n"],
  ['src/publish/write-api.ts', "import { readFileSync } from 'node:fs';\nreadFileSync;\n"],
  ['src/contract/routes.ts', "import { x } from './encode-json.ts';\nx;\n"],
  ['src/contract/routes.ts', "import { x } from 'node:path';\nx;\n"],
  ['src/contract/page-text.ts', "import { x } from './output.ts';\nx;\n"],
  ['src/serve/x.ts', "import { kernelOfThread } from '../kernel.ts';\nkernelOfThread;\n"],
  ['src/kernel/x.ts', "import { x } from '../model';\nx;\n"],
  ['src/model.ts', "import { x } from './serve/suggest.ts';\nx;\n"],
  ['src/settings/settings.ts', "import { x } from 'node:path';\nx;\n"],
];

const ALLOWED: [path: string, code: string][] = [
  ['src/serve/x.ts', "import { matchRoute } from '../publish/routes.ts';\nmatchRoute;\n"],
  ['src/serve/x.ts', "import { framePage } from '../publish/page-layout.ts';\nframePage;\n"],
  ['src/site/pages/x.ts', "import { infoFile } from '../../publish/routes.ts';\ninfoFile;\n"],
  ['src/discover/x.ts', "import { readFileSync } from 'node:fs';\nreadFileSync;\n"],
  ['src/build/output/swap-folder.ts', "import { renameSync } from 'node:fs';\nrenameSync;\n"],
  ['src/profile/x.ts', "import type { Source } from '../model.ts';\nexport type X = Source;\n"],
];

describe('the import rules', () => {
  test.each(FORBIDDEN)('%s may not hold %j', (path, code) => {
    expect(lint(path, code)).toContain('noRestrictedImports');
  });
  test.each(ALLOWED)('%s may hold %j', (path, code) => {
    expect(lint(path, code)).not.toContain('noRestrictedImports');
  });
});

test('every folder of src is a station that the rules know', () => {
  const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const rules = readFileSync('biome.json', 'utf8');
  expect(folders.map(({ name }) => name).sort()).toEqual([
    'discover',
    'kernel',
    'parse',
    'profile',
    'publish',
    'serve',
    'site',
  ]);
  for (const { name } of folders) expect(rules).toContain(`src/${name}/**`);
});
