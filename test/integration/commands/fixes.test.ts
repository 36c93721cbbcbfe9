import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { formatCheck } from '../../../scripts/terminal/format-check.ts';
import { type CheckReport, checkData } from '../../../src/commands/check-data.ts';
import { patchText } from '../../../src/problems/sidecar-patch.ts';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { rawDataWith, replaceFiles, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { runs } from '../../support/runs.ts';
import { type PollutedTable, pollutedTables } from '../../support/tables/random-pollution.ts';

/*
 * Whatever `check-data` prints to paste, pasted as it stands: the file is published with the values of the table that it was made from, and
 * nothing else, or it is still refused for another reason.
 */

/** The blocks that a check prints to paste, as they stand, apart from those among which a person must choose. */
function blocksOf(report: CheckReport): string[] {
  const printed = formatCheck(report);
  const whole = /all available fixes, add to the sidecar:\n([\s\S]*?)\n\n/.exec(printed)?.[1];
  const isProposed = report.files.some(({ entry }) => Object.keys(entry).length > 0);
  expect(whole !== undefined).toBe(isProposed);
  const single = report.files
    .flatMap(({ problems }) => problems)
    .flatMap(({ fixes: [only, ...others] }) => (only && others.length === 0 ? patchText(only.patch) : []));
  for (const block of single) expect(printed.split('\n').map((line) => line.trim())).toContain(block);
  return [...new Set([...single, ...(whole === undefined ? [] : [whole])])];
}

/** One folder for all files of a test, one after another. */
let rawData = '';

beforeEach(() => {
  rawData = rawDataWith({});
});

function describeWith(file: Uint8Array, keys: Record<string, unknown>): void {
  replaceFiles(rawData, withSidecar('economy/x', file, keys));
}

type Row = Record<string, string | null>;

interface Published {
  /** Each number as its digits; null if nothing is published. */
  records: Row[] | null;
  /** Without the questions what points separate, which come to light once the table is read. */
  errors: number;
  questions: number;
  hints: number;
  /** Codes of the errors. */
  codes: ReadonlySet<string>;
}

function publish(file: Uint8Array, keys: Record<string, unknown>): Published {
  describeWith(file, keys);
  const { problems, texts } = buildInMemory(rawData);
  const quoted = texts.get('v1/datasets/x.json')?.replace(/(?<=":)-?[0-9][0-9.]*/g, '"$&"');
  const errors = problems.filter(({ severity, code }) => severity === 'error' && code !== 'separator-doubtful').length;
  const questions = problems.filter(({ code }) => code === 'separator-doubtful').length;
  const hints = problems.length - errors - questions;
  const records = quoted === undefined ? null : (JSON.parse(quoted) as { results: Row[] }).results;
  const codes = new Set(problems.flatMap(({ severity, code }) => (severity === 'error' ? code : [])));
  return { records, errors, questions, hints, codes };
}

/** What is wrong with published records: null if each cell is that of the table, or of the file as it was written, perhaps with blanks. */
function faultIn(records: readonly Row[], { raw, clean, hasTotal, areNamesLost }: PollutedTable): string | null {
  const rows = records.length;
  if (rows !== raw.rows.length && !(hasTotal && rows === raw.rows.length - 1)) return `${rows} records`;
  for (const [at, record] of records.entries()) {
    const values = Object.values(record);
    if (!areNamesLost && Object.keys(record).join() !== clean.names.join()) return `names ${Object.keys(record)}`;
    if (values.length !== clean.names.length) return `${values.length} values`;
    for (const [cell, value] of values.entries()) {
      const written = raw.rows[at]?.[cell] ?? '';
      const meant = clean.rows[at]?.[cell] ?? written;
      if ((value ?? '') !== meant && value?.trim() !== written) return `${JSON.stringify(value)} for ${written}`;
    }
  }
  return null;
}

/** All texts in the polluted tables that mean null. */
const NULLS = ['*', '…', '-', '..', 'n.a.', 'NA', 'k. A.'];

/** The texts that lines to paste declare as null. */
function nullsIn(block: string): string[] {
  const { columns = {} } = JSON.parse(`{${block}}`) as { columns?: Record<string, { missing?: string[] }> };
  return Object.values(columns).flatMap(({ missing = [] }) => missing);
}

test('what is printed to paste leads to the table, or solves an error', { timeout: 120_000 }, () => {
  let published = 0;
  fc.assert(
    fc.property(pollutedTables, (polluted) => {
      const { file } = polluted;
      const before = publish(file, {});
      const blocks = blocksOf(checkData(rawData, []));
      for (const block of blocks) {
        for (const text of nullsIn(block)) expect(NULLS, block).toContain(text);
        const after = publish(file, JSON.parse(`{${block}}`));
        if (before.errors > 0) {
          const isOneGone = [...before.codes].some((code) => !after.codes.has(code));
          expect(after.errors < before.errors || isOneGone, block).toBe(true);
        } else {
          expect(after.errors, block).toBe(0);
          expect(after.hints, block).toBeLessThan(before.hints);
        }
        if (!after.records) continue;
        published += 1;
        expect(faultIn(after.records, polluted), block).toBeNull();
      }
    }),
    { numRuns: runs(200) },
  );
  expect(published).toBeGreaterThan(runs(200) / 3);
});
