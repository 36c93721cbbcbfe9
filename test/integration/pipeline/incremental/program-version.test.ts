import { lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildSite } from '../../../../src/commands/build-site.ts';
import { readManifest } from '../../../../src/pipeline/incremental/build-manifest.ts';
import { settingsWith } from '../../../support/builds/build-parts.ts';
import { CATALOGUE, folderWith, withSidecar } from '../../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../../support/builds/run-build.ts';

const { version: THIS_VERSION } = JSON.parse(readFileSync('package.json', 'utf8'));

/** An output of this version, and the function that builds it again and returns what it printed. */
async function built(): Promise<{ out: string; again: () => Promise<string> }> {
  const rawData = folderWith({
    'catalogue.json': CATALOGUE,
    ...withSidecar('economy/prices', `row,text\n${Array.from({ length: 250 }, (_, row) => `${row},a\n`).join('')}`),
  });
  const out = join(folderWith({}), 'dist');
  const settings = settingsWith({ rawData, out, apiOnly: true, threads: 1 });
  const again = async (): Promise<string> => {
    const lines: string[] = [];
    const report = await buildSite(settings, (line) => lines.push(line));
    expect(report).toMatchObject({ ok: true, published: true });
    return lines.join('\n');
  };
  await again();
  return { out, again };
}

const manifestIn = (out: string): string => join(out, '.almanac-build.json');

/** Changes what a manifest says, in both copies of the line that decides. */
function editManifest(out: string, from: string | RegExp, to: string): void {
  const text = readFileSync(manifestIn(out), 'utf8');
  const edited = text.replaceAll(from, to);
  expect(edited).not.toBe(text);
  writeFileSync(manifestIn(out), edited);
}

describe('the manifest of an output', () => {
  test.each(['0.0.1', '99.0.0'])(
    'made by %s with other sources is made again, and files with the same bytes stay',
    async (version) => {
      const { out, again } = await built();
      editManifest(out, /"version":"[^"]*"/g, `"version":"${version}"`);
      editManifest(out, /"digest":"[0-9a-f]{64}"/g, `"digest":"${'0'.repeat(64)}"`);
      const [content, page] = [contentOf(out), join(out, 'client/v1/datasets/prices/limit/100/offset/100.json')];
      const { ino } = lstatSync(page);
      expect(await again()).not.toContain('up to date');
      expect(contentOf(out)).toEqual(content);
      expect(lstatSync(page).ino).toBe(ino);
      expect(readManifest(out)?.version).toBe(THIS_VERSION);
      expect(await again()).toContain('up to date');
    },
  );

  test('of a later version, in a format of its own, counts as missing: the output is made again', async () => {
    const { out, again } = await built();
    const content = contentOf(out);
    const line = `${JSON.stringify({ version: '99.0.0', format: 7, generator: ['x'], generatorFiles: {}, files: {} })}\n`;
    writeFileSync(manifestIn(out), `${line}${line}{}\n{}\nx\n`);
    expect(await again()).not.toContain('up to date');
    expect(contentOf(out)).toEqual(content);
    expect(readManifest(out)?.version).toBe(THIS_VERSION);
  });
});
