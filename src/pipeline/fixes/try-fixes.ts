/**
 * Tries the fixes of problems before they are shown: pastes a fix into the description, reads the file again and keeps the fix if fewer
 * problems remain. Otherwise, while an error with only one fix remains, that fix is added and the result is tried again.
 */

import type { Source } from '../../model.ts';
import { overlay } from '../../problems/overlay.ts';
import { concernsTable, type Problem, type TriedFix } from '../../problems/problem.ts';
import { type Fix, laterPatch, mergePatches, patchText, type SidecarPatch } from '../../problems/sidecar-patch.ts';

/** Applies patches to the description of a file and finds the problems that the file then has. */
export interface Trial {
  /** Current content of the sidecar, limited to the keys that a patch may contain. */
  sidecar: SidecarPatch;
  /** The source as described once the patch is applied; null if that description cannot be used. */
  describe(patch: SidecarPatch): Source | null;
  read(source: Source): readonly Problem[];
}

/** Maximum number of attempts to make a fix work. Each attempt after the first adds the fix of a further error. */
const MAX_STEPS = 8;

/** Maximum number of remaining errors that are shown with a fix. A fix that leaves more may be rejected. */
const MAX_NEXT = 3;

/** Maximum length of a patch that is tried on its own, in UTF-16 code units. Users could not review a longer one. */
const MAX_PATCH_LENGTH = 20_000;

/** Maximum number of different patches that one call of `tryFixes` tries on a file. */
const MAX_READINGS = 40;

/**
 * Sets the `fixes` of each problem to those of its candidates that work. `problems` are all problems found in a file whose description
 * includes the patch `base`. While an error affects the whole table, hints get no fixes, because a fix for a hint could hide the error.
 */
export function tryFixes(problems: readonly Problem[], trial: Trial, base: SidecarPatch = {}): void {
  const open = problems.some(concernsTable) ? problems.filter(({ severity }) => severity === 'error') : problems;
  const before = countsOf(problems);
  /** Content of the sidecar, including the base patch. */
  const sidecar = overlay(trial.sidecar, base) as SidecarPatch;
  const readings = new Map<string, readonly Problem[] | null>();
  const read = (patch: SidecarPatch): readonly Problem[] | null => {
    const key = JSON.stringify(patch);
    const known = readings.get(key);
    if (known !== undefined) return known;
    if (readings.size >= MAX_READINGS) return null;
    const source = trial.describe(laterPatch(base, patch));
    const found = source && trial.read(source);
    readings.set(key, found);
    return found;
  };
  // Problems in single columns are independent of each other, so their fixes can be tried together.
  const inColumns = open.filter((it) => !concernsTable(it) && it.candidates.length > 0);
  /** Whether all of these problems that have a candidate with the given index are solved if it is applied for each of them. */
  const settlesTogether = (index: number): boolean => {
    const together = inColumns.filter(({ candidates }) => index < candidates.length);
    const merged = mergePatches(together.flatMap(({ candidates }) => candidates[index]?.patch ?? []));
    const found = merged && read(merged);
    if (!found) return false;
    const [after, own] = [countsOf(found), countsOf(together)];
    return (
      after.errors <= before.errors - own.errors &&
      after.choices <= before.choices - own.choices &&
      after.hints === before.hints - own.hints
    );
  };
  /**
   * Extends a candidate with the fixes of remaining errors until it works. A fix that leaves some of these errors unsolved may still
   * be accepted, as decided by `leadsOn`. Null if no working fix is found.
   */
  const complete = (candidate: Fix, fixed: Problem): TriedFix | null => {
    if (patchText(candidate.patch).length > MAX_PATCH_LENGTH) return null;
    let grown = candidate.patch;
    const also: Problem[] = [];
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const found = read(grown);
      if (!found) return null;
      const tried = { ...candidate, patch: grown, also, sidecar };
      if (isFewer(countsOf(found), before, fixed)) return { ...tried, next: [] };
      const errors = found.filter(({ severity }) => severity === 'error');
      const next = errors.find(({ candidates: [only, ...others] }) => only && others.length === 0 && !only.isQuestion);
      const further = next?.candidates[0] && laterPatch(grown, next.candidates[0].patch);
      if (!next || !further || JSON.stringify(further) === JSON.stringify(grown)) {
        return leadsOn(fixed, found, errors) ? { ...tried, next: errors.slice(0, MAX_NEXT) } : null;
      }
      grown = further;
      also.push(next);
    }
    return null;
  };
  const alternatives = inColumns.reduce((max, { candidates }) => Math.max(max, candidates.length), 0);
  const settled = Array.from({ length: alternatives }, (_, index) => settlesTogether(index));
  for (const it of open) {
    it.fixes = it.candidates.flatMap((candidate, index) =>
      !concernsTable(it) && settled[index]
        ? { ...candidate, also: [], next: [], sidecar }
        : (complete(candidate, it) ?? []),
    );
  }
}

/**
 * Whether to offer a fix although errors remain, because it seems to solve the problem `fixed` and merely to reveal these errors. If
 * `fixed` is a hint, all errors must be choices (see `isChoice`). If it is an error, none may have the same code. False if it is a choice.
 */
function leadsOn(fixed: Problem, found: readonly Problem[], errors: readonly Problem[]): boolean {
  if (isChoice(fixed)) return false;
  if (fixed.severity === 'hint') {
    return errors.length > 0 && errors.every(isChoice) && !found.some((it) => it.message === fixed.message);
  }
  if (errors.some(({ code }) => code === fixed.code)) return false;
  if (fixed.code === 'encoding-invalid') return true;
  const isAboveTable = fixed.code === 'preamble-found';
  const areOfRows = errors.every((it) => !concernsTable(it) || ROW_CODES.has(it.code));
  if (areOfRows && isAboveTable) return true;
  return (areOfRows || errors.length <= MAX_NEXT) && !errors.some(({ code }) => MISREAD_CODES.has(code));
}

/** Codes of errors in rows that do not prevent the rest of the table from being read. */
const ROW_CODES: ReadonlySet<string> = new Set(['row-too-short', 'row-too-long', 'footer-found', 'rows-empty']);
/** Codes of errors that typically occur if the columns were split incorrectly. */
const MISREAD_CODES: ReadonlySet<string> = new Set(['row-too-short', 'row-too-long', 'column-unknown']);

type Counts = ReturnType<typeof countsOf>;

/** Numbers of problems. Errors that are choices are counted as `choices` only. */
function countsOf(problems: readonly Problem[]) {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const choices = problems.filter(isChoice).length;
  return { errors: errors - choices, choices, hints: problems.length - errors };
}

/** Whether a problem is an error in a column for which the user must choose between several fixes. */
function isChoice(it: Problem): boolean {
  return it.severity === 'error' && !concernsTable(it) && it.candidates.length > 1;
}

/**
 * Whether a fix leaves fewer problems of the kind that it fixes. The fix of an error may reveal choices. The fix of a choice must not add
 * errors. The fix of a hint must add neither errors nor choices.
 */
function isFewer(after: Counts, before: Counts, fixed: Problem): boolean {
  if (fixed.severity === 'error' && !isChoice(fixed)) return after.errors < before.errors;
  if (after.errors > before.errors) return false;
  if (isChoice(fixed)) return after.choices < before.choices;
  return after.choices <= before.choices && after.hints < before.hints;
}
