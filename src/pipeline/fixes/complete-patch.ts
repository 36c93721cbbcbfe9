import { overlay } from '../../problems/overlay.ts';
import type { Problem } from '../../problems/problem.ts';
import { laterPatch, mergePatches, type SidecarPatch } from '../../problems/sidecar-patch.ts';
import { type Trial, tryFixes } from './try-fixes.ts';

/** Maximum number of steps for building a patch. Each step adds the fix of one error. */
const MAX_STEPS = 8;

/**
 * Builds a patch for those problems of a file that can be solved without asking the user, from fixes that were tried and work. `problems`
 * are those found in the file before any patch is applied; this function sets their `fixes`. `isWanted` selects the hints to solve.
 * `reasons` are the problems that the patch solves, with errors first; `remaining` are those that it reveals and does not solve, with
 * fixes that work.
 */
export function completePatch(
  problems: readonly Problem[],
  trial: Trial,
  isWanted: (hint: Problem) => boolean = () => true,
) {
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
  const hints = found.filter((it) => it.severity === 'hint' && isSettled(it) && isWanted(it));
  /** The patch extended by the fixes of hints; null if there are no hints or their fixes do not work together. */
  const extendedBy = (group: readonly Problem[]): SidecarPatch | null => {
    const fixes = mergePatches(group.flatMap((hint) => hint.fixes.slice(0, 1).map(({ patch: own }) => own)));
    if (!fixes || group.length === 0) return null;
    const further = laterPatch(patch, fixes);
    const source = describe(further);
    return source && read(source).length <= found.length - group.length ? further : null;
  };
  for (const group of extendedBy(hints) ? [hints] : hints.map((hint) => [hint])) {
    const further = extendedBy(group);
    if (!further) continue;
    patch = further;
    reasons.push(...group);
    found = found.filter((it) => !group.includes(it));
  }
  const sidecar = overlay(trial.sidecar, patch) as SidecarPatch;
  const remaining = newAmong(found, problems).map((it) => withSidecar(it, sidecar));
  return { patch, reasons, remaining };
}

/** Whether a problem has exactly one fix, which can be applied without asking the user. */
function isSettled({ fixes: [only, ...others] }: Problem): boolean {
  return only !== undefined && others.length === 0 && !only.isQuestion;
}

/** Copies a problem and gives each fix the content of the sidecar, with which the fix is merged when it is shown. */
export function withSidecar(it: Problem, sidecar: SidecarPatch): Problem {
  return { ...it, fixes: it.fixes.map((fix) => ({ ...fix, sidecar })) };
}

/** Problems that are not in `known`. They are compared by content, since each read of the file creates new objects. */
export function newAmong(problems: readonly Problem[], known: readonly Problem[]): Problem[] {
  const keyOf = ({ code, line, column, message }: Problem): string => JSON.stringify([code, line, column, message]);
  const keys = new Set(known.map(keyOf));
  return problems.filter((it) => !keys.has(keyOf(it)));
}
