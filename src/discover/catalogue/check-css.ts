/**
 * Finds what CSS loads by looking at its tokens. lightningcss parses it as the value of a custom property, which may consist of any tokens,
 * so that no URL is missed in a property or rule that the parser does not know. Also limits how deeply brackets are nested.
 */

import { createRequire } from 'node:module';
import type { Function as CssFunction, Location, Token, TokenOrValue, Url } from 'lightningcss';
import { quoteText } from '../../problems/quote-text.ts';

export interface Fault {
  reason: string;
  help: string;
}

/** A fault, with its offset in the CSS. */
export type CssFault = Fault & { at: number };

/** Maximum nesting depth of brackets. Thousands of levels would crash a browser tab, or the process that parses the CSS. */
const MAX_DEPTH = 100;

const IMPORT: Fault = {
  reason: 'imports another style sheet, but only this one is published',
  help: 'Copy its rules into theme.css.',
};
const CHARSET: Fault = { reason: 'is published in UTF-8, but declares another encoding', help: 'Remove @charset.' };
const FONT: Fault = {
  reason: 'loads a font, which the content security policy of the pages forbids',
  help: 'Use fonts that readers have installed, such as "Georgia, serif", or local(…) in @font-face.',
};
const HIDDEN: Fault = {
  reason: 'does not state plainly which address it loads, so the address cannot be checked',
  help: 'Write the address itself, as url("…"), instead of var() or another function.',
};
const UNCLOSED: Fault = {
  reason: 'has a bracket or a comment that is never closed, so browsers may ignore what follows',
  help: 'Close it.',
};
const TOO_DEEP: Fault = {
  reason: `has brackets nested more than ${MAX_DEPTH} levels deep, which may crash browsers`,
  help: 'Reduce the nesting.',
};

/** Functions whose string arguments are URLs. */
const LOADING = /^(?:url|src|image|(?:-webkit-)?(?:image-set|cross-fade))$/i;
/** Functions that, like those of `LOADING`, may be arguments of a `LOADING` function. Any other might return a string defined elsewhere. */
const PLAIN_INSIDE = /^(?:type|calc|(?:repeating-)?(?:linear|radial|conic)-gradient)$/i;

/** Loads the parser. It is a native module, so it is not imported until there is CSS to check. */
export function lightningcss(): typeof import('lightningcss') {
  return createRequire(import.meta.url)('lightningcss');
}

/** Finds the faults in a style sheet, a declaration or a value. `faultIn` returns the fault in a URL; null if the URL is allowed. */
export function faultsInCss(css: string, faultIn: (address: string) => Fault | null): CssFault[] {
  const faults: CssFault[] = [];
  const add = (at: number, fault: Fault | null): void => {
    if (fault) faults.push({ at: Math.max(0, at), ...fault });
  };
  const starts = lineStartsOf(css);
  const lowerCase = css.toLowerCase();
  let declarations = 0;
  // The block that wraps the CSS is at depth 0.
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
  // Browsers take the encoding from an @charset at the very start. In another encoding, strings might end where this check sees no end.
  if (/^@charset "(?!utf-8")/i.test(css)) add(0, CHARSET);
  // An unclosed bracket would swallow the second declaration, so that only one is counted.
  const code = Buffer.from(`--css:{\n${css}\n};--end:0`);
  const failed = faultIfThrown(css, 1, () => lightningcss().transformStyleAttribute({ filename: '', code, visitor }));
  if (failed) return [...faults, failed];
  if (isTooDeep) add(Array.from(css.matchAll(/[{([]/g))[MAX_DEPTH]?.index ?? 0, TOO_DEEP);
  if (declarations !== 2) add(unclosedAt(css) ?? 0, UNCLOSED);
  return faults;
}

/** Whether an argument of a function that loads a URL may be a string that is defined elsewhere. */
function mayGiveText({ type, value }: TokenOrValue): boolean {
  if (type === 'function') return !LOADING.test(value.name) && !PLAIN_INSIDE.test(value.name);
  return type === 'var' || type === 'env';
}

/** The fault that makes the parser throw; null if it succeeds. `linesBefore` is the number of lines that it reads before `css`. */
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
    const help = 'Correct the syntax: browsers ignore what they cannot parse.';
    return { at: Math.min(at, css.length), reason: `is not valid CSS: ${quoteText(message)}`, help };
  }
}

/** Offset of the start of each line, by the parser's definition of line breaks. */
function lineStartsOf(css: string): number[] {
  return [0, ...Array.from(css.matchAll(/\r\n|[\n\r\f]/g), ({ 0: end, index }) => index + end.length)];
}

/** Offset of a location, whose line and column count from 1; infinite after the last line. */
function offsetOf(starts: readonly number[], { line, column }: Location, linesBefore: number): number {
  return (starts[line - 1 - linesBefore] ?? Number.POSITIVE_INFINITY) + column - 1;
}

/** Offset of the unclosed comment or the outermost unclosed bracket; null if there is neither. Brackets in strings count too. */
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
