import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { checkData } from '../../../src/commands/check-data.ts';
import type { Problem } from '../../../src/problems/problem.ts';
import { patchText, type SidecarPatch } from '../../../src/problems/sidecar-patch.ts';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { rawDataWith, replaceFiles, sidecarWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { type Polluted, recordsOf } from '../../support/polluted/table.ts';
import { POLLUTED_FILES } from '../../support/polluted-files.ts';
import { casesOf } from '../../support/runs.ts';

/*
 * However a file is polluted, it is read exactly, or refused with a fitting code; it is never published as something else. If it is likely
 * not to mean what it says, it may be published with a hint.
 */

/** The files that are tried, of which a quick run counts no outcomes. */
const TRIED = casesOf(POLLUTED_FILES);
const isComplete = TRIED.length === POLLUTED_FILES.length;

/** Number of files that are read, and of those refused, by the first reason. */
const TALLY = {
  'read': 387,
  'read, with a doubt': 1187,
  'blanks-around': 36,
  'column-duplicate': 21,
  'column-unnamed': 72,
  'delimiter-doubtful': 160,
  'encoding-invalid': 127,
  'file-empty': 2,
  'files-joined': 12,
  'footer-found': 588,
  'header-changed': 18,
  'header-missing': 422,
  'header-repeated': 48,
  'header-rows': 197,
  'line-endings-mixed': 60,
  'not-csv': 30,
  'nul-character': 8,
  'preamble-found': 334,
  'quote-doubtful': 114,
  'quote-stray': 569,
  'quote-unclosed': 12,
  'row-too-long': 255,
  'row-too-short': 131,
  'rows-empty': 105,
  'sections-found': 63,
  'separator-doubtful': 3,
  'tables-several': 13,
};

/** Number of fixes that are shown for refused files, are the only ones, and lead to an exact reading. */
const FIXED = 4851;

interface Outcome {
  /** Null if nothing was published. */
  records: Record<string, unknown>[] | null;
  problems: Problem[];
}

/** One folder for all files of a test, one after another. */
let rawData = '';

beforeEach(() => {
  rawData = rawDataWith({});
});

/** Outcomes by file and entries: several tests look at the same ones. */
const outcomes = new Map<Polluted, Map<string, Outcome>>();

/** The outcome of building a file with some keys added to its sidecar. */
function outcomeOf(it: Polluted, csv: Record<string, unknown>, columns = {}): Outcome {
  const known = outcomes.get(it) ?? new Map<string, Outcome>();
  outcomes.set(it, known);
  const entries = JSON.stringify({ csv, columns });
  const outcome = known.get(entries) ?? build(it, csv, columns);
  known.set(entries, outcome);
  return outcome;
}

/** Writes a file and its description, with some keys added to it. */
function describeIn(rawData: string, { file, declared = {}, packaged }: Polluted, csv: object, columns: object): void {
  const keys = { csv: { ...declared, ...csv }, columns };
  replaceFiles(rawData, withSidecar('economy/x', file, packaged ? JSON.stringify(keys) : sidecarWith(keys)));
  const path = join(rawData, 'economy/datapackage.json');
  if (packaged) writeFileSync(path, JSON.stringify(packaged));
  else rmSync(path, { force: true });
}

function build(it: Polluted, csv: Record<string, unknown>, columns: object): Outcome {
  describeIn(rawData, it, csv, columns);
  const { problems, published, records } = buildInMemory(rawData);
  return { records: published ? records() : null, problems };
}

test('no polluted file is published as anything but its table', { timeout: 120_000 }, () => {
  const tally: Record<string, number> = {};
  const faults: string[] = [];
  for (const it of TRIED) {
    const outcome = outcomeOf(it, {});
    const [first = 'none'] = codesOf(outcome, 'error');
    const key = outcome.records === null ? first : it.doubts?.length ? 'read, with a doubt' : 'read';
    tally[key] = (tally[key] ?? 0) + 1;
    const fault = faultOf(it, outcome);
    if (fault) faults.push(`${fault}: ${describeFile(it)}`);
  }
  expect(faults).toEqual([]);
  if (isComplete) expect(tally).toEqual(TALLY);
});

test('with the right entry in the sidecar, a file that has one right reading is read exactly', {
  timeout: 120_000,
}, () => {
  const fixed = TRIED.filter(({ fix }) => fix);
  const left = fixed.filter((it) => !isEqual(outcomeOf(it, it.fix ?? {}).records, recordsOf(it.table)));
  expect(left.map(describeFile)).toEqual([]);
  expect(fixed.length).toBeGreaterThan(isComplete ? 500 : 50);
});

test('a fix that is shown, pasted as it stands, solves an error; the only one of an error leads to an exact reading', {
  timeout: 240_000,
}, () => {
  const faults: string[] = [];
  let fixed = 0;
  for (const it of TRIED) {
    const { records, problems } = outcomeOf(it, {});
    if (records !== null) continue;
    const shown = shownFixes(it);
    for (const { text, isOnly } of shown) {
      const patch = JSON.parse(`{${text}}`) as SidecarPatch;
      const outcome = outcomeOf(it, patch.csv ?? {}, patch.columns);
      if (!isSolved(problems, outcome.problems)) faults.push(`no error solved with ${text}: ${describeFile(it)}`);
      if (outcome.records === null || !isOnly) continue;
      if (isRight(outcome.records, it, patch)) fixed += 1;
      else faults.push(`published wrong with ${text}: ${describeFile(it)}`);
    }
  }
  expect(faults).toEqual([]);
  if (isComplete) expect(fixed).toBe(FIXED);
  else expect(fixed).toBeGreaterThan(0);
});

/** Texts in the polluted files that mean null to everyone; blank cells do too. */
const NULLS = [
  ...['NA', 'N/A', 'n/a', '#N/A', 'NULL', 'null', 'None', 'NaN', '-', '..', ':', '*', '?', '…', '.', '\\N', '.A'],
  ...['k. A.', 'n. v.', 's/d', '#DIV/0!', '#WERT!', '####'],
];

test('no fix makes a category, a word or a number null', { timeout: 240_000 }, () => {
  const wrong = TRIED.filter(({ doubts = [] }) => doubts.length > 0).flatMap((it) => {
    describeIn(rawData, it, {}, {});
    const [{ problems, entry } = { problems: [], entry: {} }] = checkData(rawData, []).files;
    const patches = [entry, ...problems.flatMap(({ fixes }) => fixes.map(({ patch }) => patch))];
    const nulls = patches.flatMap((patch) =>
      Object.values(patch.columns ?? {}).flatMap(({ missing }) => (missing as string[]) ?? []),
    );
    return nulls
      .filter((text) => text.trim() !== '' && !/^\u200B+$/.test(text) && !NULLS.includes(text))
      .map((text) => `${text}: ${describeFile(it)}`);
  });
  expect(wrong).toEqual([]);
});

test('an error in a file names its place, unless it concerns the file as a whole', { timeout: 120_000 }, () => {
  const placeless = TRIED.flatMap((it) =>
    outcomeOf(it, {})
      .problems.filter(({ severity, line }) => severity === 'error' && line === null)
      .map(({ code }) => code),
  );
  const codes = ['delimiter-doubtful', 'encoding-invalid', 'file-empty', 'not-csv'];
  expect(codes).toEqual(expect.arrayContaining(placeless));
  if (isComplete) expect([...new Set(placeless)].sort()).toEqual(codes);
});

/** Whether there are fewer errors after than before, or those of some kind are gone, and at most three others came to light. */
function isSolved(before: readonly Problem[], after: readonly Problem[]): boolean {
  const [old, now] = [before, after].map((it) => it.filter(({ severity }) => severity === 'error'));
  const codes = new Set(now?.map(({ code }) => code));
  const isOneGone = old?.some(({ code }) => !codes.has(code)) === true;
  return (now?.length ?? 0) < (old?.length ?? 0) || (isOneGone && (now?.length ?? 0) <= (old?.length ?? 0) + 3);
}

/** The patches that a check shows for the errors of a file, as text, and the patch for all of them. */
function shownFixes(it: Polluted): { text: string; isOnly: boolean }[] {
  describeIn(rawData, it, {}, {});
  const [checked] = checkData(rawData, []).files;
  if (!checked) throw new Error('the file was not checked');
  const fixes = checked.problems
    .filter(({ severity }) => severity === 'error')
    .flatMap((it) => it.fixes.map(({ patch }) => ({ text: patchText(patch), isOnly: it.fixes.length === 1 })));
  const entry = patchText(checked.entry);
  return [...fixes, ...(entry === '' ? [] : [{ text: entry, isOnly: true }])];
}

/** Whether the records are those of the table; names are ignored if the patch made them up. */
function isRight(
  records: Record<string, unknown>[],
  { table, readAs = table }: Polluted,
  { csv = {}, columns = {} }: SidecarPatch,
): boolean {
  const isNamed = csv.header !== undefined || csv.rename !== undefined;
  const values = (all: Record<string, unknown>[]): unknown => (isNamed ? all.map((it) => Object.values(it)) : all);
  const patterns = Object.entries(columns).flatMap(([name, { date }]) => (date ? [[name, `${date}`] as const] : []));
  return [table, readAs].some((it) => isEqual(values(records), values(withIsoDates(recordsOf(it), records, patterns))));
}

/** The expected records with dates as the patterns read them; `actual` has the names that a patch gives to columns. */
function withIsoDates(
  expected: Record<string, unknown>[],
  actual: Record<string, unknown>[],
  patterns: readonly (readonly [string, string])[],
): Record<string, unknown>[] {
  const names = Object.keys(actual[0] ?? {});
  const patternOf = new Map(patterns.map(([name, pattern]) => [names.indexOf(name), pattern]));
  return expected.map((record) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value], cell) => {
        const pattern = patternOf.get(cell);
        return [name, pattern === undefined || value === null ? value : isoOf(`${value}`, pattern)];
      }),
    ),
  );
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function isoOf(text: string, pattern: string): string {
  const [values, names] = [text.split(/[^\p{L}\d]/u), pattern.split(/[^a-z]/)];
  const partOf = (name: string): string[] => (names.includes(name) ? [values[names.indexOf(name)] as string] : []);
  const months = partOf('mmm').map((name) => `${MONTHS.indexOf(name) + 1}`);
  return [...partOf('yyyy'), ...partOf('mm'), ...months, ...partOf('dd')].map((it) => it.padStart(2, '0')).join('-');
}

/** What is wrong with an outcome; null if nothing is. */
function faultOf({ codes, doubts = [], table, readAs = table }: Polluted, outcome: Outcome): string | null {
  const errors = codesOf(outcome, 'error');
  if (outcome.records === null) {
    return errors.some((code) => codes.includes(code)) ? null : `refused for ${errors.join(' ')}`;
  }
  if (codes.length > 0) return 'published';
  if (!isEqual(outcome.records, recordsOf(readAs))) return 'published wrong';
  const missed = doubts.filter((code) => !codesOf(outcome, 'hint').includes(code));
  return missed.length > 0 ? `read without ${missed.join(' ')}` : null;
}

function codesOf({ problems }: Outcome, severity: Problem['severity']): string[] {
  return [...new Set(problems.filter((it) => it.severity === severity).map(({ code }) => code))];
}

function isEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The kind and the beginning of a file, for messages. */
function describeFile({ kind, file }: Polluted): string {
  return `${kind}\n${JSON.stringify(file.toString().slice(0, 300))}`;
}
