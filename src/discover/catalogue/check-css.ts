/**
 * Checks what CSS loads, by the tokens that browsers read. lightningcss takes any tokens as the value of a custom property: then it leaves
 * nothing out, whatever the properties and rules mean, and limits how deep brackets are nested.
 */

import { createRequire } from 'node:module';
import type { Function as CssFunction, Location, Token, TokenOrValue, Url } from 'lightningcss';
import { quoteText } from '../../problems/quote-text.ts';

export interface Fault {
  reason: string;
  help: string;
}

/** A fault, and its offset. */
export interface CssFault extends Fault {
  at: number;
}

/** Maximum nesting of brackets. Thousands of nested rules end a browser's tab, and the process of the parser. */
const MAX_DEPTH = 100;

const IMPORT: Fault = {
  reason: 'imports another style sheet, but only this one is published',
  help: 'Copy its rules into theme.css.',
};
const CHARSET: Fault = { reason: 'names an encoding, but is published in UTF-8', help: 'Leave out @charset.' };
const FONT: Fault = {
  reason: 'loads a font, which the content policy of the pages forbids',
  help: 'Name fonts that readers have, such as "Georgia, serif", or use local(…) in @font-face.',
};
const HIDDEN: Fault = {
  reason: 'does not say plainly which address it loads, so that it cannot be checked',
  help: 'Write the function name url in lower case. In image-set(), write the address as a string.',
};
const UNCLOSED: Fault = {
  reason: 'has a bracket or a comment that is never closed, so browsers ignore what follows',
  help: 'Close it.',
};
const TOO_DEEP: Fault = {
  reason: `has brackets nested more than ${MAX_DEPTH} deep, which browsers may not survive`,
  help: 'Nest fewer rules.',
};

/** Functions whose strings are addresses, and functions that may be inside them: any other may give a string that is written elsewhere. */
const LOADING = /^(?:url|src|image|(?:-webkit-)?(?:image-set|cross-fade))$/i;
const PLAIN_INSIDE = /^(?:type|calc|(?:repeating-)?(?:linear|radial|conic)-gradient)$/i;

/** The parser, a native module, which is loaded only for a catalogue that has styles of its own. */
export function lightningcss(): typeof import('lightningcss') {
  return createRequire(import.meta.url)('lightningcss');
}

/** The faults of a style sheet, a declaration or a value; `faultIn` finds the fault of an image's address. */
export function faultsInCss(css: string, faultIn: (address: string) => Fault | null): CssFault[] {
  const faults: CssFault[] = [];
  const add = (at: number, fault: Fault | null): void => {
    if (fault) faults.push({ at: Math.max(0, at), ...fault });
  };
  const starts = lineStartsOf(css);
  const lowerCase = css.toLowerCase();
  let declarations = 0;
  // The block around the text is one level.
  let depth = -1;
  let isFont = false;
  let isTooDeep = false;
  const visitor = {
    Declaration() {
      declarations += 1;
    },
    Url: ({ url, loc }: Url) => add(offsetOf(starts, loc, 1), isFont ? FONT : faultIn(url)),
    Function({ name, arguments: parts }: CssFunction) {
      if (!LOADING.test(name)) return;
      for (const part of parts) {
        const text = part.type === 'token' && part.value.type === 'string' ? part.value.value : null;
        if (text !== null) add(css.indexOf(text) - 1, faultIn(text));
        else if (mayGiveText(part)) add(lowerCase.indexOf(name.toLowerCase()), HIDDEN);
      }
    },
    Token(token: Token) {
      if (token.type === 'at-keyword') {
        if (/^import$/i.test(token.value)) add(css.search(/@import/i), IMPORT);
        isFont ||= /^font-face$/i.test(token.value);
      }
      if (token.type.endsWith('-block')) depth += 1;
      if (token.type.startsWith('close-')) depth -= 1;
      if (token.type === 'close-curly-bracket') isFont = false;
      isTooDeep ||= depth > MAX_DEPTH;
    },
  };
  // Browsers read the encoding from exactly these characters, and in another encoding some strings would end elsewhere.
  if (/^@charset "(?!utf-8")/i.test(css)) add(0, CHARSET);
  // A bracket that is not closed takes in the second declaration.
  const code = Buffer.from(`--css:{\n${css}\n};--end:0`);
  const failed = faultIfThrown(css, 1, () => lightningcss().transformStyleAttribute({ filename: '', code, visitor }));
  if (failed) return [...faults, failed];
  if (isTooDeep) add(Array.from(css.matchAll(/[{([]/g))[MAX_DEPTH]?.index ?? 0, TOO_DEEP);
  if (declarations !== 2) add(unclosedAt(css) ?? 0, UNCLOSED);
  return faults;
}

/** Whether an argument of a function that loads something may be a string that is written elsewhere. */
function mayGiveText({ type, value }: TokenOrValue): boolean {
  if (type === 'function') return !LOADING.test(value.name) && !PLAIN_INSIDE.test(value.name);
  return type === 'var' || type === 'env';
}

/** The fault that the parser throws; `linesBefore` is the number of lines that it read before `css`. */
export function faultIfThrown(css: string, linesBefore: number, parse: () => void): CssFault | null {
  try {
    parse();
    return null;
  } catch (error) {
    const { message, loc } = error as Error & { loc?: Location };
    const at = loc ? offsetOf(lineStartsOf(css), loc, linesBefore) : 0;
    if (message.includes('nesting depth')) return { at, ...TOO_DEEP };
    const unclosed = at < css.length ? null : unclosedAt(css);
    if (unclosed !== null) return { at: unclosed, ...UNCLOSED };
    const reason = `cannot be read as CSS: ${quoteText(message)}`;
    return { at: Math.min(at, css.length), reason, help: 'Correct it: browsers ignore what they cannot read.' };
  }
}

/** Where each line begins, as the parser counts lines. */
function lineStartsOf(css: string): number[] {
  return [0, ...Array.from(css.matchAll(/\r\n|[\n\r\f]/g), ({ 0: end, index }) => index + end.length)];
}

/** Offset of a place, whose line and column count from 1; infinite after the last line. */
function offsetOf(starts: readonly number[], { line, column }: Location, linesBefore: number): number {
  return (starts[line - 1 - linesBefore] ?? Number.POSITIVE_INFINITY) + column - 1;
}

/** Offset of the comment or the outermost bracket that is not closed; null if all are. Brackets in strings count too. */
function unclosedAt(css: string): number | null {
  const open: number[] = [];
  for (const { 0: it, index } of css.matchAll(/\/\*.*?(?:\*\/|$)|[{}()[\]]/gs)) {
    if (it.startsWith('/*')) {
      if (!it.endsWith('*/')) return index;
    } else if ('{(['.includes(it)) open.push(index);
    else open.pop();
  }
  return open[0] ?? null;
}
