import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isListed, readEquivalents } from '../../../scripts/mutation/equivalents.ts';
import { findMutants } from '../../../scripts/mutation/find-mutants.ts';
import { formatReport } from '../../../scripts/mutation/report.ts';
import { mutationRequest } from '../../../scripts/mutation/request.ts';
import { shuffled } from '../../../scripts/mutation/shuffle.ts';
import { TestFinder } from '../../../scripts/mutation/stages.ts';

const ITEMS = Array.from({ length: 20 }, (_, at) => at);

test('a seed decides the order, in which every item occurs once', () => {
  expect(shuffled(ITEMS, 7)).toEqual(shuffled(ITEMS, 7));
  expect(shuffled(ITEMS, 8)).not.toEqual(shuffled(ITEMS, 7));
  expect(shuffled(ITEMS, 7).sort((a, b) => a - b)).toEqual(ITEMS);
});

test('each item is as likely as another to be in a sample', () => {
  const drawn = ITEMS.map(() => 0);
  for (let seed = 0; seed < 4000; seed += 1)
    for (const item of shuffled(ITEMS, seed).slice(0, 5)) drawn[item] = (drawn[item] as number) + 1;
  // 1,000 times each, give or take five standard deviations.
  for (const count of drawn) expect(Math.abs(count - 1000)).toBeLessThan(5 * Math.sqrt(4000 * 0.25 * 0.75));
});

test('each mutant that was judged to be equivalent is one, and has a reason', () => {
  const equivalents = readEquivalents();
  expect(new Set(equivalents.map((it) => JSON.stringify([it.file, it.line, it.before, it.after]))).size).toBe(
    equivalents.length,
  );
  for (const [file, listed] of Map.groupBy(equivalents, (it) => it.file)) {
    const text = readFileSync(file, 'utf8');
    const mutants = findMutants(file, text);
    for (const it of listed) {
      // Comparing two texts takes less time than looking up the line of each mutant.
      const alike = mutants.filter(({ before, after }) => before === it.before && after === it.after);
      const found = alike.some((mutant) => isListed([it], mutant, text));
      expect(found, `${file}: ${it.line}: ${it.before} → ${it.after}`).toBe(true);
      expect(it.reason.length).toBeGreaterThan(40);
    }
  }
});

test('an equivalent mutant is found by its line, wherever that is, and no other mutant is', () => {
  const listed = { file: 'src/x.ts', line: 'const a = 1;', before: '1', after: '2', reason: 'It is not read.' };
  for (const text of ['const a = 1;\n', '\n\n  const a = 1;\n']) {
    const found = findMutants('src/x.ts', text).filter((mutant) => isListed([listed], mutant, text));
    expect(found.map(({ after }) => after)).toEqual(['2']);
  }
  const others = findMutants('src/x.ts', 'const b = 1;\n');
  expect(others.filter((mutant) => isListed([listed], mutant, 'const b = 1;\n'))).toEqual([]);
});

test('the tests of a source are those that import it, nearest first, and those of processes for its room', () => {
  const stages = new TestFinder('.').stagesOf(
    { file: 'src/serve/read-window.ts' },
    new Map([['test/unit/serve/any-window.test.ts', 9e9]]),
  );
  const [nearest, related, slow, system] = stages;
  expect(stages.map(({ name }) => name)).toEqual(['nearest', 'related', 'slow', 'system']);
  expect(nearest?.tests).toContain('test/unit/serve/packed-windows.test.ts');
  expect(nearest?.tests).not.toContain('test/unit/serve/suggest-nothing.test.ts');
  expect(related?.tests).toContain('test/pipeline/astro/dev-api.test.ts');
  expect(slow?.tests).toEqual(['test/unit/serve/any-window.test.ts']);
  expect(system?.tests).toContain('test/system/hosts/base-path.test.ts');
  const all = stages.flatMap(({ tests }) => tests);
  expect(new Set(all).size).toBe(all.length);
  expect(all).not.toContain('test/unit/parse/parse-csv.test.ts');
});

test('the report has the score and a line for each survivor', () => {
  const [one, two, three] = findMutants('src/x.ts', 'const a = b < c;\nconst d = 1;\n');
  if (!one || !two || !three) throw new Error('there are too few mutants');
  const outcomes = [
    { mutant: one, noticed: { stage: 'nearest' as const, isTimeout: false } },
    { mutant: two, noticed: null },
    { mutant: three, noticed: { stage: 'system' as const, isTimeout: true } },
  ];
  const report = formatReport(outcomes, { invalid: 4, equivalent: 1 }, 7);
  expect(report).toContain(
    'Score: 66.7 % (2 of 3 mutants were noticed, 1 of them since the tests did not end; seed 7)',
  );
  expect(report).toContain('4 that do not fit the types, 1 that change nothing');
  expect(report.match(/^- .*$/gm)).toEqual(['- src/x.ts:1:13: < → >= (comparison)']);
  expect(formatReport([], { invalid: 0, equivalent: 0 }, 7)).toContain('Score: no mutants');
});

test.each([
  [['--seed', 'x'], '--seed x: must be'],
  [['--sample', '0'], '--sample 0: must be'],
  [['--jobs', '-1'], '--jobs'],
  [['--fast'], '--fast'],
])('the arguments %j are refused', (args, mistake) => {
  expect(mutationRequest(args)).toMatchObject({ mistake: expect.stringContaining(mistake) });
});

test('the arguments decide the sample', () => {
  const args = ['--seed', '3', '--sample', '5', '--jobs', '1', '--only', 'src/serve/**', '--quick', '--list'];
  expect(mutationRequest(args)).toEqual({
    seed: 3,
    sample: 5,
    jobs: 1,
    only: 'src/serve/**',
    withoutSystem: true,
    list: true,
  });
  expect(mutationRequest([])).toMatchObject({ sample: 200, only: null, withoutSystem: false, list: false });
  expect(mutationRequest(['-h'])).toBe('help');
});
