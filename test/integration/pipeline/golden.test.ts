import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { API_MANIFEST, CHANGES_FILE, INDEX_FILE, isFeed, urlPrefix } from '../../../src/contract/routes.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { formatProblem } from '../../../src/problems/format-problem.ts';
import { asProgram, asScripts, callCommands } from '../../../src/problems/name-command.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { writeFiles } from '../../support/builds/raw-data-folder.ts';

/*
 * Each folder in test/golden is a test: the build of its raw-data must equal its expected, file by file. Problems are in
 * expected/problems.txt. settings.json, if there is one, holds the settings that differ from the defaults.
 */

const GOLDEN = 'test/golden';

interface CaseSettings {
  site?: string;
  base?: string;
  pageSizes?: number[];
  keepGoing?: boolean;
}

const cases = readdirSync(GOLDEN, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

describe.each(cases)('golden: %s', (name) => {
  test('the build is as expected', () => {
    const folder = join(GOLDEN, name);
    const found = build(folder);
    const expected = filesBelow(join(folder, 'expected'));
    if (expected.size === 0 && !process.env.CI) {
      writeFiles(join(folder, 'expected'), Object.fromEntries(found));
      expect.unreachable(`${folder}/expected was not there and has been written: read it, and keep it if it is right`);
    }
    const differing = [...new Set([...found.keys(), ...expected.keys()])].filter(
      (path) => found.get(path) !== expected.get(path),
    );
    const [first] = differing;
    if (first !== undefined) {
      const kept = mkdtempSync(join(tmpdir(), `almanac-golden-${name}-`));
      writeFiles(kept, Object.fromEntries(found));
      const what = `${differing.length} files differ from ${folder}/expected, what was built is in ${kept}`;
      expect(found.get(first), `${first}; ${what}`).toBe(expected.get(first));
    }
    expect(differing).toEqual([]);
  });
});

test.each(cases)(
  'what is published of %s names no command, so it does not depend on how Almanac was called',
  (name) => {
    const expected = filesBelow(join(GOLDEN, name, 'expected'));
    callCommands(asProgram('CALLED'));
    onTestFinished(() => callCommands(asScripts));
    const found = build(join(GOLDEN, name));
    const named = [...found].filter(([, text]) => /CALLED|\{almanac|npm run/.test(text)).map(([path]) => path);
    // Only people who publish see the problems, and with the words of their own call.
    const inProblems = expected.get('problems.txt')?.includes('npm run add -- FILE');
    expect(named).toEqual(inProblems ? ['problems.txt'] : []);
    if (inProblems) expect(found.get('problems.txt')).toContain('CALLED add FILE');
  },
);

/** Every file built from a case, and its problems as printed. */
function build(folder: string): Map<string, string> {
  const path = join(folder, 'settings.json');
  const settings: CaseSettings = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const { site = null, base = '/', pageSizes = [100], keepGoing = false } = settings;
  const output = memoryOutput();
  const options = {
    rawData: join(folder, 'raw-data'),
    // Expected files can be read as text.
    site: { prefix: urlPrefix(site, base), pageSizes, formats: ['csv', 'ndjson'] as const },
    keepGoing,
  };
  const { problems } = buildApi(options, output);
  const files = new Map(output.files);
  // Any change of any file would change these digests too. Tests of their own recompute them.
  files.delete(API_MANIFEST);
  // Nothing changed before the first build.
  for (const path of files.keys()) if (path === CHANGES_FILE || isFeed(path)) files.delete(path);
  const index = files.get(INDEX_FILE);
  if (index !== undefined) files.set(INDEX_FILE, index.replace(/^"build": "[0-9a-f]{20}"/m, '"build": "…"'));
  if (problems.length > 0) files.set('problems.txt', `${problems.map(formatProblem).join('\n\n')}\n`);
  return files;
}

function filesBelow(folder: string): Map<string, string> {
  if (!existsSync(folder)) return new Map();
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return new Map(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}
