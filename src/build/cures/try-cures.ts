/**
 * Tries the cures of problems before they are shown: a cure is pasted into the description, and the file is read again. It is kept if fewer
 * problems are left. Where reading on finds further errors with a single cure each, the cure grows until the file is better off.
 */

import type { Source } from '../../model.ts';
import type { Problem, TriedCure } from '../../problems/problem.ts';
import { type Cure, laterPatch, mergePatches, patchText, type SidecarPatch } from '../../problems/sidecar-patch.ts';

/** How a file is described with a patch, and which problems are then found in it. */
export interface Trial {
  /** Null if the patch makes the description unreadable. */
  describe(patch: SidecarPatch): Source | null;
  read(source: Source): readonly Problem[];
}

/** Most errors that one cure can settle, one after another. */
const MOST_STEPS = 8;

/** Longest text of a patch that is shown, in UTF-16 code units. Nobody could judge a longer one. */
const LONGEST_PATCH = 20_000;

/** Most times that a file is read to try cures one by one. */
const MOST_READINGS = 40;

/**
 * Sets the `cures` of each problem to those of its candidates that work. `problems` are all that were found in a file whose description has
 * `base` pasted into it. A hint has no cures as long as there are errors: its cure could hide what is wrong.
 */
export function tryCures(problems: readonly Problem[], trial: Trial, base: SidecarPatch = {}): void {
  const hasErrors = problems.some(({ severity }) => severity === 'error');
  const open = problems.filter(({ severity }) => !(hasErrors && severity === 'hint'));
  const run = new TrialRun(problems, trial, base);
  const doubts = open.filter(({ severity }) => severity === 'hint');
  const alternatives = doubts.reduce((most, { candidates }) => Math.max(most, candidates.length), 0);
  const settled = Array.from({ length: alternatives }, (_, index) =>
    run.settlesTogether(doubts.flatMap(({ candidates }) => candidates[index] ?? [])),
  );
  for (const it of open) {
    it.cures = it.candidates.flatMap((candidate, index) =>
      it.severity === 'hint' && settled[index] ? { ...candidate, also: [] } : (run.complete(candidate, it) ?? []),
    );
  }
}

/** The readings of one file with patches. */
class TrialRun {
  readonly #before: Counts;
  readonly #trial: Trial;
  readonly #base: SidecarPatch;
  readonly #readings = new Map<string, readonly Problem[] | null>();

  constructor(problems: readonly Problem[], trial: Trial, base: SidecarPatch) {
    this.#before = countsOf(problems);
    this.#trial = trial;
    this.#base = base;
  }

  /** Whether doubts that one cure each may settle are all settled by them at once. */
  settlesTogether(cures: readonly Cure[]): boolean {
    const merged = mergePatches(cures.map(({ patch }) => patch));
    const found = merged && this.#read(merged);
    if (!found) return false;
    const after = countsOf(found);
    return after.errors <= this.#before.errors && after.hints === this.#before.hints - cures.length;
  }

  /** A cure that works: the candidate, with the cures of the errors that it brings to light; null if it does not work. */
  complete({ lead, patch }: Cure, { severity }: Problem): TriedCure | null {
    if (patchText(patch).length > LONGEST_PATCH) return null;
    let grown = patch;
    const also: Problem[] = [];
    for (let step = 0; step < MOST_STEPS; step += 1) {
      const found = this.#read(grown);
      if (!found) return null;
      if (isFewer(countsOf(found), this.#before, severity)) return { lead, patch: grown, also };
      const next = found.find(({ severity: how, candidates }) => how === 'error' && candidates.length === 1);
      const [cure] = next?.candidates ?? [];
      if (!next || !cure) return null;
      const further = laterPatch(grown, cure.patch);
      if (JSON.stringify(further) === JSON.stringify(grown)) return null;
      grown = further;
      also.push(next);
    }
    return null;
  }

  #read(patch: SidecarPatch): readonly Problem[] | null {
    const key = JSON.stringify(patch);
    const known = this.#readings.get(key);
    if (known !== undefined) return known;
    if (this.#readings.size >= MOST_READINGS) return null;
    const source = this.#trial.describe(laterPatch(this.#base, patch));
    const found = source && this.#trial.read(source);
    this.#readings.set(key, found);
    return found;
  }
}

interface Counts {
  errors: number;
  hints: number;
}

function countsOf(problems: readonly Problem[]): Counts {
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  return { errors, hints: problems.length - errors };
}

/** A cure of an error leaves fewer errors. A cure of a hint leaves fewer hints, and no more errors. */
function isFewer(after: Counts, before: Counts, severity: Problem['severity']): boolean {
  if (severity === 'error') return after.errors < before.errors;
  return after.errors <= before.errors && after.hints < before.hints;
}
