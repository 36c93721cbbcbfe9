/*
 * Regular expressions of XML Schema, as in the rule "pattern" of Table Schema. They are matched by following all alternatives at once, so
 * the time is proportional to the length of the text: with the usual matching, a stranger's pattern can take years for thirty characters.
 */

/** Maximum length of a pattern, in UTF-16 code units. */
const MAX_LENGTH = 1000;
/** Maximum number of steps in a compiled pattern, in which `x{50}` has fifty times the steps of `x`. */
const MAX_STEPS = 2000;
/** Maximum number of positions in a pattern, and of characters at each, that are remembered. */
const MAX_KNOWN = 300;

/** A step of a compiled pattern: consume a character that `accepts` allows, or go on at either of two steps. -1 is the end. */
type Step = { accepts: (character: string) => boolean; next: number } | { accepts: null; next: number; other: number };

/** A set of steps that can be reached, and the sets to which `known` different characters lead. */
interface Position {
  steps: readonly number[];
  isEnd: boolean;
  /** By code point. An array, since most are below 128, and looked up for each character of each value. */
  after: (Position | undefined)[];
  known: number;
}

/**
 * Returns a function that tells whether a whole text matches a pattern. Null if the pattern is not valid, or has what regular expressions of
 * XML Schema do not have (lookaround, references, boundaries) or JavaScript lacks (`\i`, `\c` and subtraction of classes).
 */
export function patternMatcher(pattern: string): ((text: string) => boolean) | null {
  const steps = compile(pattern);
  if (!steps) return null;
  const known = new Map<string, Position>();
  const positionAt = (starts: readonly number[]): Position => {
    const reached = new Set<number>();
    const open = [...starts];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      const step = steps.all[at];
      if (reached.has(at)) continue;
      reached.add(at);
      if (step?.accepts === null) open.push(step.next, step.other);
    }
    const consuming = [...reached].filter((at) => at >= 0 && steps.all[at]?.accepts).sort((a, b) => a - b);
    const isEnd = reached.has(END);
    const key = `${isEnd} ${consuming}`;
    const position = known.get(key) ?? { steps: consuming, isEnd, after: [], known: 0 };
    if (known.size === MAX_KNOWN) {
      known.clear();
      Object.assign(first, { after: [], known: 0 });
    }
    known.set(key, position);
    return position;
  };
  const first: Position = positionAt([steps.start]);
  return (text) => {
    let position = first;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.codePointAt(at) as number;
      if (code > 0xffff) at += 1;
      let next = position.after[code];
      if (!next) {
        const character = String.fromCodePoint(code);
        const followed = position.steps.flatMap((at) => {
          const step = steps.all[at] as Step;
          return step.accepts?.(character) ? step.next : [];
        });
        next = positionAt(followed);
        if (position.known < MAX_KNOWN) position.after[code] = next;
        position.known += 1;
      }
      if (next.steps.length === 0 && !next.isEnd) return false;
      position = next;
    }
    return position.isEnd;
  };
}

const END = -1;
/** A character, an escape or a class. Backslashes, brackets and parentheses are read by `compile`. */
const ATOM =
  /\\[pP]\{[^}]*\}|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\[^bBkic1-9]|\[(?:\\.|[^\]\\])*\]|[^\\[\]()|?*+{}^$]/uy;
const REPEAT = /(?:([?*+])|\{(\d+)(?:(,)(\d*))?\})\??/y;

/** Builds the steps of a part of a pattern, which lead to step `next`. Returns the first of them. */
type Part = (next: number) => number;

/** Translates a pattern into steps; null if that is impossible. */
function compile(pattern: string): { all: readonly Step[]; start: number } | null {
  if (pattern.length > MAX_LENGTH) return null;
  const all: Step[] = [];
  let at = 0;
  let left = MAX_STEPS;
  const count = (): void => {
    left -= 1;
    if (left < 0) throw new SyntaxError(pattern);
  };
  const add = (step: Step): number => {
    count();
    return all.push(step) - 1;
  };
  const either = (next: number, other: number): number => add({ accepts: null, next, other });
  const take = (expression: RegExp): RegExpExecArray | null => {
    expression.lastIndex = at;
    const found = expression.exec(pattern);
    if (found) at += found[0].length;
    return found;
  };
  const alternatives = (): Part => {
    const parts = [sequence()];
    while (take(/\|/y)) parts.push(sequence());
    return (next) => parts.map((part) => part(next)).reduceRight((other, one) => either(one, other));
  };
  const sequence = (): Part => {
    const parts: Part[] = [];
    while (at < pattern.length && !/[|)]/.test(pattern[at] as string)) parts.push(repeated(atom()));
    return (next) => parts.reduceRight((then, part) => part(then), next);
  };
  const atom = (): Part => {
    // Patterns match whole texts, so a mark of the start or the end adds nothing at that place, and is not supported elsewhere.
    if ((at === 0 && take(/\^/y)) || (at === pattern.length - 1 && take(/\$/y))) return (next) => next;
    if (take(/\((?:\?:)?(?!\?)/y)) {
      const inside = alternatives();
      if (!take(/\)/y)) throw new SyntaxError(pattern);
      return inside;
    }
    const [source] = take(ATOM) ?? [];
    // In a class, XML Schema subtracts what JavaScript would add.
    if (source === undefined || /^\[.*(?:-\[|\\[ic])/s.test(source)) throw new SyntaxError(pattern);
    const expression = new RegExp(`^${source}$`, 'u');
    return (next) => add({ accepts: (character) => expression.test(character), next });
  };
  const repeated = (part: Part): Part => {
    const [found, mark, least, comma, most] = take(REPEAT) ?? [];
    if (found === undefined) return part;
    const min = mark ? Number(mark === '+') : Number(least);
    const max = mark === '?' ? 1 : mark || (comma && !most) ? Number.POSITIVE_INFINITY : Number(comma ? most : least);
    return (next) => {
      let start = next;
      if (max === Number.POSITIVE_INFINITY) {
        start = either(END, next);
        const loop = all[start] as Step;
        loop.next = part(start);
      } else for (let times = min; times < max; times += 1) start = either(part(start), next);
      for (let times = 0; times < min; times += 1) {
        // An empty part adds no step.
        count();
        start = part(start);
      }
      return start;
    };
  };
  try {
    // The syntax is that of JavaScript, which throws an error for what is not valid.
    new RegExp(`^(?:${pattern})$`, 'u');
    const start = alternatives()(END);
    return at === pattern.length ? { all, start } : null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
