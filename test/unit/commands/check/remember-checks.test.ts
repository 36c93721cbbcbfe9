import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { formatCheck } from '../../../../scripts/terminal/format-check.ts';
import { type CheckReport, checkData, type RememberedChecks } from '../../../../src/commands/check-data.ts';
import { rawDataWith, sidecarWith, withSidecar } from '../../../support/builds/raw-data-folder.ts';

const DESCRIBED = { columns: { a: { description: 'A' } } };
const FILES = {
  ...withSidecar('economy/x', 'a\n1\n', DESCRIBED),
  ...withSidecar('economy/y', 'a\n1\n2,3\n', DESCRIBED),
};

/** A folder, what checks of it find, and how many files each reads. Every report must be the one of a check that remembers nothing. */
function checking(): { rawData: string; check: () => [report: CheckReport, read: number] } {
  const rawData = rawDataWith(FILES);
  const remembered: RememberedChecks = new Map();
  return {
    rawData,
    check() {
      const report = checkData(rawData, [], undefined, undefined, remembered);
      expect(formatCheck(report)).toBe(formatCheck(checkData(rawData, [])));
      return [report, report.read];
    },
  };
}

test('only files that have changed, or are described otherwise, are read again', () => {
  const { rawData, check } = checking();
  expect(check()[1]).toBe(2);
  expect(check()[1]).toBe(0);
  appendFileSync(join(rawData, 'economy/x.csv'), '5\n');
  expect(check()[1]).toBe(1);
  writeFileSync(join(rawData, 'economy/y.meta.json'), sidecarWith({ csv: { missing: ['-'] } }));
  expect(check()[1]).toBe(1);
  expect(check()[1]).toBe(0);
});

test('a description that is broken, and mended, counts at once', () => {
  const { rawData, check } = checking();
  check();
  writeFileSync(join(rawData, 'economy/x.meta.json'), '{');
  expect(check()[0].problems.concat(check()[0].files.flatMap((file) => file.problems))).toContainEqual(
    expect.objectContaining({ code: 'json-syntax' }),
  );
  writeFileSync(join(rawData, 'economy/x.meta.json'), sidecarWith(DESCRIBED));
  const [report, read] = check();
  expect([report.files.find(({ file }) => file === 'economy/x.csv')?.problems, read]).toEqual([[], 0]);
});

test('of a check that goes on, only files with problems are shown, without what is in them', () => {
  const { check } = checking();
  const shown = formatCheck(check()[0], true);
  expect(shown).toMatch(/^economy\/y\.csv → y\n\n {2}economy\/y\.csv:3:\d+ {2}row-too-long /);
  expect(shown).not.toContain('x.csv');
  expect(shown).not.toContain('samples');
  expect(shown).toMatch(/\n2 files: 1 problem to solve, 0 hints\n$/);
});
