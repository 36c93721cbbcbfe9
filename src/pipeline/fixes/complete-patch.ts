import { overlay } from '../../problems/overlay.ts';
import type { Problem } from '../../problems/problem.ts';
import { laterPatch, mergePatches, type SidecarPatch } from '../../problems/sidecar-patch.ts';
import { type Trial, tryFixes } from './try-fixes.ts';

/** A patch that settles as many problems of a file as have a single fix each. */
export interface CompletePatch {
  patch: SidecarPatch;
  /** The problems that it settles, in the order in which they were found. */
  reasons: readonly Problem[];
  /** The problems that the patch reveals, each with the fixes that work with it: a person must choose one, or correct the file. */
  remaining: readonly Problem[];
}

/** Maximum steps in which errors are settled, one after another. */
const MAX_STEPS = 8;

/**
 * Makes the complete patch for a file. `problems` are those found in it without a patch; their fixes are tried. `isWanted` says which hints
 * to settle.
 */
export function completePatch(
  problems: readonly Problem[],
  trial: Trial,
  isWanted: (hint: Problem) => boolean = () => true,
): CompletePatch {
  const { describe, read } = trial;
  const reasons: Problem[] = [];
  let patch: SidecarPatch = {};
  let found = problems;
  tryFixes(found, trial);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = found.find((it) => it.severity === 'error' && isSettled(it));
    const [fix] = next?.fixes ?? [];
    if (!next || !fix) break;
    const further = laterPatch(patch, fix.patch);
    const source = describe(further);
    const after = source && read(source);
    if (!after) break;
    patch = further;
    reasons.push(next, ...fix.also);
    found = after;
    tryFixes(found, trial, patch);
  }
  const doubts = found.filter((it) => it.severity === 'hint' && isSettled(it) && isWanted(it));
  const together = applied(patch, doubts, found, trial);
  if (together) {
    patch = together;
    reasons.push(...doubts);
    found = found.filter((it) => !doubts.includes(it));
  } else {
    for (const hint of doubts) {
      const further = applied(patch, [hint], found, trial);
      if (!further) continue;
      patch = further;
      found = found.filter((it) => it !== hint);
      reasons.push(hint);
    }
  }
  const sidecar = overlay(trial.sidecar, patch) as SidecarPatch;
  const remaining = newAmong(found, problems).map((it) => withSidecar(it, sidecar));
  return { patch, reasons, remaining };
}

/** Whether a single fix settles a problem, and nobody has to be asked. */
function isSettled({ fixes: [only, ...others] }: Problem): boolean {
  return only !== undefined && others.length === 0 && !only.isQuestion;
}

/** A problem whose fixes are shown with what a sidecar has. */
export function withSidecar(it: Problem, sidecar: SidecarPatch): Problem {
  return { ...it, fixes: it.fixes.map((fix) => ({ ...fix, sidecar })) };
}

/** The problems that are not among those already known, whichever reading of the file found them. */
export function newAmong(problems: readonly Problem[], known: readonly Problem[]): Problem[] {
  const keyOf = ({ code, line, column, message }: Problem): string => JSON.stringify([code, line, column, message]);
  const keys = new Set(known.map(keyOf));
  return problems.filter((it) => !keys.has(keyOf(it)));
}

/** The patch with the fixes of the given hints; null if they contradict each other, or do not leave that many fewer problems together. */
function applied(
  patch: SidecarPatch,
  hints: readonly Problem[],
  found: readonly Problem[],
  { describe, read }: Trial,
): SidecarPatch | null {
  const fixes = mergePatches(hints.flatMap((hint) => hint.fixes.slice(0, 1).map(({ patch: own }) => own)));
  if (!fixes || hints.length === 0) return null;
  const further = laterPatch(patch, fixes);
  const source = describe(further);
  return source && read(source).length <= found.length - hints.length ? further : null;
}
