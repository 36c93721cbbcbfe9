import type { Problem } from '../../problems/problem.ts';
import { laterPatch, mergePatches, type SidecarPatch } from '../../problems/sidecar-patch.ts';
import { type Trial, tryCures } from './try-cures.ts';

/** A patch that settles as many problems of a file as have a single cure each. */
export interface CompletePatch {
  patch: SidecarPatch;
  /** The problems that it settles, in the order in which they were found. */
  reasons: readonly Problem[];
}

/** Most steps in which errors are settled, one after another. */
const MOST_STEPS = 8;

/**
 * Makes the complete patch for a file. `problems` are those found in it without a patch; their cures are tried. Hints are settled only if
 * `isWanted` says so.
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
  tryCures(found, trial);
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const next = found.find((it) => it.severity === 'error' && it.cures.length === 1);
    const [cure] = next?.cures ?? [];
    if (!next || !cure) break;
    const further = laterPatch(patch, cure.patch);
    const source = describe(further);
    if (!source) break;
    patch = further;
    reasons.push(next, ...cure.also);
    found = read(source);
    tryCures(found, trial, patch);
  }
  const doubts = found.filter((it) => it.severity === 'hint' && it.cures.length === 1 && isWanted(it));
  const together = applied(patch, doubts, found, trial);
  if (together) return { patch: together, reasons: [...reasons, ...doubts] };
  for (const hint of doubts) {
    const further = applied(patch, [hint], found, trial);
    if (!further) continue;
    patch = further;
    found = found.filter((it) => it !== hint);
    reasons.push(hint);
  }
  return { patch, reasons };
}

/** The patch with the cures of some hints; null if they contradict each other, or do not leave that many fewer problems together. */
function applied(
  patch: SidecarPatch,
  hints: readonly Problem[],
  found: readonly Problem[],
  { describe, read }: Trial,
): SidecarPatch | null {
  const cures = mergePatches(hints.flatMap((hint) => hint.cures.slice(0, 1).map(({ patch: own }) => own)));
  if (!cures || hints.length === 0) return null;
  const further = laterPatch(patch, cures);
  const source = describe(further);
  return source && read(source).length <= found.length - hints.length ? further : null;
}
