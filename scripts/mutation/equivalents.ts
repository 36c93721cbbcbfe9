import { readFileSync } from 'node:fs';
import type { Mutant } from './mutant.ts';

/** A mutant that changes nothing anybody can observe, so no test can notice it. */
export interface Equivalent {
  file: string;
  /** The line of the source without the mutant, without the spaces around it: line numbers change too often. */
  line: string;
  before: string;
  after: string;
  /** Why nothing observable changes. */
  reason: string;
}

/** The mutants that were judged to be equivalent. */
export function readEquivalents(): Equivalent[] {
  return JSON.parse(readFileSync(new URL('equivalents.json', import.meta.url), 'utf8'));
}

/** True if a mutant of a text is in a list. */
export function isListed(list: readonly Equivalent[], mutant: Mutant, text: string): boolean {
  const line = text.split('\n')[mutant.line - 1]?.trim();
  return list.some(
    (it) => it.file === mutant.file && it.line === line && it.before === mutant.before && it.after === mutant.after,
  );
}
