/** One small change of a source, which some test should notice. */
export interface Mutant {
  /** Path of the source in the project, with `/`. */
  file: string;
  /** The characters that are replaced: UTF-16 offsets in the source, `end` exclusive. */
  start: number;
  end: number;
  /** Where the change is, from 1. */
  line: number;
  column: number;
  before: string;
  after: string;
  operator: Operator;
}

/** What kinds of change there are. */
export type Operator =
  | 'boundary'
  | 'comparison'
  | 'arithmetic'
  | 'logical'
  | 'condition'
  | 'negation'
  | 'statement'
  | 'number'
  | 'boolean'
  | 'string'
  | 'element'
  | 'property'
  | 'optional chaining'
  | 'return value'
  | 'method'
  | 'regular expression';

/** The text of a source with a mutant applied. */
export function applyMutant(text: string, { start, end, after }: Mutant): string {
  return text.slice(0, start) + after + text.slice(end);
}

/** A mutant in a line of its own: `src/serve/x.ts:12:7: a < b → a <= b (boundary)`. */
export function describeMutant({ file, line, column, before, after, operator }: Mutant): string {
  return `${file}:${line}:${column}: ${onOneLine(before)} → ${onOneLine(after)} (${operator})`;
}

/** Longest text that is shown whole, in characters. */
const MOST_SHOWN = 90;

function onOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return 'nothing';
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN)}…` : line;
}
