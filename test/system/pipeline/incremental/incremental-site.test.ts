import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Problem } from '../../../../src/problems/problem.ts';
import { applyEdit, editSequences, makeWorld, type World } from '../../../support/builds/edited-world.ts';
import { folderForAll } from '../../../support/builds/raw-data-folder.ts';
import { runBuild } from '../../../support/builds/run-build.ts';
import { comparable } from '../../../support/builds/versions.ts';
import { runs } from '../../../support/runs.ts';

const folder = folderForAll();

test('after any edits, site and report are the same as those of a clean build', async () => {
  const build = async ({ rawData, flags }: World, out: string): Promise<Record<string, unknown>> => {
    const args = Object.entries(flags).flatMap(([name, value]) =>
      value === true ? [`--${name}`] : [`--${name}`, `${value}`],
    );
    const { stdout } = await runBuild(['--raw-data', rawData, '--out', out, '--json', ...args]);
    const { seconds: _, problems, ...report } = JSON.parse(stdout);
    // Only the old output has files that somebody has added to it.
    return { ...report, problems: problems.filter(({ code }: Problem) => code !== 'output-foreign') };
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
