import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { applyEdit, editSequences, makeWorld, type World } from '../../../support/builds/edited-world.ts';
import { writeFiles } from '../../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../../support/builds/run-build.ts';
import { comparable, filesBeside, rawDataOf } from '../../../support/builds/versions.ts';
import { runs } from '../../../support/runs.ts';

const folder = mkdtempSync(join(tmpdir(), 'almanac-incremental-site-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a whole build reuses what has not changed, and makes the same output as a clean build', async () => {
  const rawData = join(folder, 'raw-data');
  writeFiles(rawData, rawDataOf(1));
  const [out, clean] = [join(folder, 'place/out'), join(folder, 'clean')];
  const build = async (target: string): Promise<{ stderr: string; report: Record<string, unknown> }> => {
    const { code, stdout, stderr } = await runBuild(['--raw-data', rawData, '--out', target, '--json']);
    expect(code).toBe(0);
    const { seconds: _, ...report } = JSON.parse(stdout);
    return { stderr, report };
  };
  /** The files of /v1 with their identities, which differ even between files of the same content. */
  const identities = (): Map<string, string> => {
    const api = join(out, 'client/v1');
    const files = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter((it) => it.endsWith('.json'));
    return new Map(files.map((file) => [file, `${statSync(join(api, file)).ino}`]));
  };
  await build(out);
  const before = identities();
  const csv = join(rawData, 'economy/rents.csv');
  writeFileSync(csv, readFileSync(csv, 'utf8').replace('\n249,version 1\n', '\n249,another\n'));
  const { report } = await build(out);
  expect(report).toEqual((await build(clean)).report);
  expect(comparable(out)).toEqual(comparable(clean));
  const written = [...identities()].filter(([file, identity]) => before.get(file) !== identity);
  // The schema lists the first distinct values of each column, including this one. Every build writes the index.
  const expected = ['downloads.json', 'limit/100/offset/200.json', 'profile.json', 'schema.json'].map(
    (it) => `datasets/rents/${it}`,
  );
  expect(written.map(([file]) => file).sort()).toEqual([...expected, 'index.json']);
  expect(filesBeside(out)).toEqual([]);

  const pages = comparable(out);
  const again = await build(out);
  expect(again.stderr).toMatch(/^unchanged 3 datasets/);
  expect(again.report).toEqual(report);
  expect(comparable(out)).toEqual(pages);

  // A build of the other kind leaves neither the pages nor the server of a whole output.
  const runApi = (): Promise<unknown> => runBuild(['--raw-data', rawData, '--out', out, '--api-only', '--quiet']);
  expect(await runApi()).toMatchObject({ code: 0, stderr: '' });
  expect(readdirSync(join(out, 'client')).sort()).toEqual(['almanac.js', 'v1']);
  expect(filesBeside(out)).toEqual([]);
}, 120_000);

test('after any edits, site and report are the same as those of a clean build', async () => {
  const build = async ({ rawData, flags }: World, out: string): Promise<Record<string, unknown>> => {
    const args = Object.entries(flags).flatMap(([name, value]) =>
      value === true ? [`--${name}`] : [`--${name}`, `${value}`],
    );
    const { stdout } = await runBuild(['--raw-data', rawData, '--out', out, '--json', ...args]);
    const { seconds: _, ...report } = JSON.parse(stdout);
    return report;
  };
  let worlds = 0;
  await fc.assert(
    fc.asyncProperty(editSequences(4, 4), async (sequence) => {
      worlds += 1;
      const world = makeWorld(join(folder, `world-${worlds}`), {});
      const clean = join(folder, `world-${worlds}`, 'clean');
      const done: string[] = [];
      await build(world, world.out);
      for (const edit of sequence) {
        if (!applyEdit(world, edit)) continue;
        done.push(edit.name);
        const [report, cleanReport] = await Promise.all([build(world, world.out), build(world, clean)]);
        expect(report, done.join(', ')).toEqual(cleanReport);
        if (report.published) expect(comparable(world.out), done.join(', ')).toEqual(comparable(clean));
        rmSync(clean, { recursive: true, force: true });
      }
    }),
    { numRuns: runs(1) },
  );
}, 120_000);
