/**
 * Tries the fixes of problems before they are shown: a fix is pasted into the description, and the file is read again. It is kept if fewer
 * problems are left. Where reading on finds further errors with a single fix each, the fix grows until the file is better off.
 */

import type { Source } from '../../model.ts';
import { overlay } from '../../problems/overlay.ts';
import { concernsTable, type Problem, type TriedFix } from '../../problems/problem.ts';
import { type Fix, laterPatch, mergePatches, patchText, type SidecarPatch } from '../../problems/sidecar-patch.ts';

/** How a file is described with a patch, and which problems are then found in it. */
export interface Trial {
  /** What the sidecar has already under the keys of a patch. */
  sidecar: SidecarPatch;
  /** Null if the patch makes the description unreadable. */
  describe(patch: SidecarPatch): Source | null;
  read(source: Source): readonly Problem[];
}

/** Maximum errors that one fix can settle, one after another. */
const MAX_STEPS = 8;

/** Maximum errors that a fix may reveal, which are named beside it. */
const MAX_NEXT = 3;

/** Maximum length of a patch that is shown, in UTF-16 code units. Nobody could judge a longer one. */
const MAX_PATCH_LENGTH = 20_000;

/** Maximum reads spent on trying fixes one by one. */
const MAX_READINGS = 40;

/**
 * Sets the `fixes` of each problem to those of its candidates that work. `problems` are all that were found in a file whose description has
 * `base` pasted into it. A hint has no fixes as long as there are errors in the table: its fix could hide what is wrong.
 */
export function tryFixes(problems: readonly Problem[], trial: Trial, base: SidecarPatch = {}): void {
  const open = problems.some(concernsTable) ? problems.filter(({ severity }) => severity === 'error') : problems;
  const run = new TrialRun(problems, trial, base);
  // What is doubtful in one column says nothing about the others, so all of it may be settled at once.
  const doubts = open.filter((it) => !concernsTable(it) && it.candidates.length > 0);
  const alternatives = doubts.reduce((most, { candidates }) => Math.max(most, candidates.length), 0);
  const settled = Array.from({ length: alternatives }, (_, index) =>
    run.settlesTogether(
      doubts.filter(({ candidates }) => index < candidates.length),
      index,
    ),
  );
  for (const it of open) {
    it.fixes = it.candidates.flatMap((candidate, index) =>
      !concernsTable(it) && settled[index]
        ? { ...candidate, also: [], next: [], sidecar: run.sidecar }
        : (run.complete(candidate, it) ?? []),
    );
  }
}

/** The readings of one file with patches. */
class TrialRun {
  /** What the sidecar has with what is pasted already. */
  readonly sidecar: SidecarPatch;
  readonly #before: Counts;
  readonly #trial: Trial;
  readonly #base: SidecarPatch;
  readonly #readings = new Map<string, readonly Problem[] | null>();

  constructor(problems: readonly Problem[], trial: Trial, base: SidecarPatch) {
    this.#before = countsOf(problems);
    this.#trial = trial;
    this.#base = base;
    this.sidecar = overlay(trial.sidecar, base) as SidecarPatch;
  }

  /** Whether doubts are all settled by their candidates of an index at once. */
  settlesTogether(doubts: readonly Problem[], index: number): boolean {
    const merged = mergePatches(doubts.flatMap(({ candidates }) => candidates[index]?.patch ?? []));
    const found = merged && this.#read(merged);
    if (!found) return false;
    const [before, after, own] = [this.#before, countsOf(found), countsOf(doubts)];
    return (
      after.errors <= before.errors - own.errors &&
      after.choices <= before.choices - own.choices &&
      after.hints === before.hints - own.hints
    );
  }

  /**
   * A fix that works: the candidate, with the fixes of the errors that it brings to light. If errors are left that it cannot solve, it
   * still works if it solves its own. Null if it does not work.
   */
  complete(candidate: Fix, fixed: Problem): TriedFix | null {
    const { patch } = candidate;
    if (patchText(patch).length > MAX_PATCH_LENGTH) return null;
    let grown = patch;
    const also: Problem[] = [];
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const found = this.#read(grown);
      if (!found) return null;
      const tried = { ...candidate, patch: grown, also, sidecar: this.sidecar };
      if (isFewer(countsOf(found), this.#before, fixed)) return { ...tried, next: [] };
      const next = found.find(
        ({ severity: how, candidates: [only, ...others] }) =>
          how === 'error' && only && others.length === 0 && !only.isQuestion,
      );
      const further = next?.candidates[0] && laterPatch(grown, next.candidates[0].patch);
      if (!next || !further || JSON.stringify(further) === JSON.stringify(grown)) {
        const errors = found.filter(({ severity }) => severity === 'error');
        return leadsOn(fixed, found, errors) ? { ...tried, next: errors.slice(0, MAX_NEXT) } : null;
      }
      grown = further;
      also.push(next);
    }
    return null;
  }

  #read(patch: SidecarPatch): readonly Problem[] | null {
    const key = JSON.stringify(patch);
    const known = this.#readings.get(key);
    if (known !== undefined) return known;
    if (this.#readings.size >= MAX_READINGS) return null;
    const source = this.#trial.describe(laterPatch(this.#base, patch));
    const found = source && this.#trial.read(source);
    this.#readings.set(key, found);
    return found;
  }
}

/**
 * Whether a fix solves its problem, and what is found in its place is closer to the end: of an error, other errors; of a hint, choices in
 * the same columns.
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

/** Errors of rows: the table around them was read. */
const ROW_CODES: ReadonlySet<string> = new Set(['row-too-short', 'row-too-long', 'footer-found', 'rows-empty']);
/** Errors that every row, or the description, has if the columns were read wrongly. */
const MISREAD_CODES: ReadonlySet<string> = new Set(['row-too-short', 'row-too-long', 'column-unknown']);

interface Counts {
  /** Without choices. */
  errors: number;
  choices: number;
  hints: number;
}

function countsOf(problems: readonly Problem[]): Counts {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const choices = problems.filter(isChoice).length;
  return { errors: errors - choices, choices, hints: problems.length - errors };
}

/** Whether a problem is an error in a column that several fixes solve: a person must choose, as soon as the table is read. */
function isChoice(it: Problem): boolean {
  return it.severity === 'error' && !concernsTable(it) && it.candidates.length > 1;
}

/**
 * A fix of an error leaves fewer errors; it may bring choices to light, unless it is one of them. A fix of a hint leaves fewer hints, and
 * no more errors.
 */
function isFewer(after: Counts, before: Counts, fixed: Problem): boolean {
  if (fixed.severity === 'error' && !isChoice(fixed)) return after.errors < before.errors;
  if (after.errors > before.errors) return false;
  if (isChoice(fixed)) return after.choices < before.choices;
  return after.choices <= before.choices && after.hints < before.hints;
}
