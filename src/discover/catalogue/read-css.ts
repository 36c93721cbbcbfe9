/**
 * Splits CSS into the tokens that decide what a browser loads and where rules end (CSS Syntax Module Level 3). A parser of whole style sheets would
 * not do: it leaves out what it does not know, gives no place of a declaration, and closes brackets by itself.
 */

/** What is wrong with a style sheet, and at which offset. */
export interface CssFault {
  at: number;
  reason: string;
  help: string;
}
export type Fault = Omit<CssFault, 'at'>;

export interface CssDeclaration {
  at: number;
  name: string;
  /** Without comments and blanks around it. */
  value: string;
  valueAt: number;
  /** What stands before the block of the declaration, such as a selector; in lower case. */
  prelude: string;
}

/** Deepest nesting of brackets. Thousands of levels end a browser's tab, and the process of a recursive parser. */
const MAX_DEPTH = 100;

const IMPORT: Fault = {
  reason: 'imports another style sheet, and only this one is published',
  help: 'Copy its rules into theme.css.',
};
const FONT: Fault = {
  reason: 'loads a font, which the content policy of the pages forbids',
  help: 'Name fonts that readers have, such as "Georgia, serif", or use local(…) in @font-face.',
};
const HIDDEN: Fault = {
  reason: 'does not say plainly which address it loads, so that it cannot be checked',
  help: 'Write url("…") without backslashes and, in image-set(), the address itself.',
};
const UNENDED_COMMENT: Fault = {
  reason: 'has a comment that never ends, so browsers ignore what follows',
  help: 'Close it with */.',
};
const UNENDED: Fault = { reason: 'has a text or an address that does not end on its line', help: 'Close it.' };
const UNCLOSED: Fault = {
  reason: 'has a bracket that is never closed, so browsers ignore what follows',
  help: 'Close it.',
};
const TOO_DEEP: Fault = {
  reason: `has brackets nested more than ${MAX_DEPTH} deep, which browsers may not survive`,
  help: 'Nest fewer rules.',
};

const NAME = String.raw`(?:[-\w\0\u0080-\uffff]|\\(?:[\da-f]{1,6}(?:\r\n|[ \t\n\r\f])?|[^\n\r\f]))+`;
const texts = ['"', "'"].map((quote) => String.raw`${quote}(?:\\(?:\r\n|.)|[^${quote}\\\n\r\f])*${quote}`);

/** A comment, a text, a name with the bracket of a function, or any other character. */
const TOKEN = new RegExp(
  [String.raw`/\*.*?(?:\*/|$)`, ...texts, '<!--', String.raw`([#@]?${NAME})(\()?`, '.'].join('|'),
  'gis',
);

/** An address without quotes, after `url(`. */
const BARE_ADDRESS = /^[ \t\n\r\f]*(?!["' \t\n\r\f])([^"'()\\\0-\x20\x7f]*)[ \t\n\r\f]*\)/;
const UP_TO_BRACKET = /^[^)]*\)?/;
const QUOTED = /^[ \t\n\r\f]*["']/;
const DECLARATION = /^(\s*)(-{0,2}[a-z][\w-]*)(\s*:\s*)(.*)$/is;

/** Functions whose texts are addresses. */
const WITH_ADDRESSES = /^(?:url|src|image|(?:-webkit-)?image-set)$/;

/** Functions that may stand inside those: any other may give a text that is written elsewhere. */
const PLAIN_INSIDE =
  /^(?:url|src|image|type|calc|(?:-webkit-)?(?:image-set|cross-fade)|(?:repeating-)?(?:linear|radial|conic)-gradient)$/;

const CLOSED_BY: Readonly<Record<string, string>> = { '{': '}', '(': ')', '[': ']' };

/** Reads a style sheet, or the value of a `style` attribute; `faultIn` says what is wrong with the address of an image. */
export function readCss(css: string, faultIn: (address: string) => Fault | null) {
  const faults: CssFault[] = [];
  const declarations: CssDeclaration[] = [];
  /** Brackets that are open; `owner` is the function or the prelude before one, in lower case. */
  const open: { at: number; end: string; owner: string }[] = [];
  /** What has begun since the last rule or declaration, with blanks for comments. */
  let begun = '';
  const checkAddress = (address: string): Fault | null => {
    if (open.length === 0 && /^\s*@namespace/i.test(begun)) return null;
    if (open.some(({ owner }) => owner.startsWith('@font-face'))) return FONT;
    return address.includes('\\') ? HIDDEN : faultIn(address);
  };
  const endDeclaration = (at: number): void => {
    const [, before = '', name, colon = '', value = ''] = DECLARATION.exec(begun) ?? [];
    const prelude = open.at(-1)?.owner;
    if (name === undefined || prelude === undefined) return;
    const start = at - begun.length + before.length;
    declarations.push({ at: start, name, value: value.trim(), valueAt: start + name.length + colon.length, prelude });
  };
  const faultInToken = (token: string): Fault | null => {
    const around = open.at(-1)?.owner ?? '';
    if (token.startsWith('/*')) return token.length < 4 || !token.endsWith('*/') ? UNENDED_COMMENT : null;
    if (token.startsWith('@')) return token.includes('\\') ? HIDDEN : /^@import\b/i.test(token) ? IMPORT : null;
    if (!/^["']/.test(token)) return null;
    if (token.length === 1) return UNENDED;
    return WITH_ADDRESSES.test(around) ? checkAddress(token.slice(1, -1)) : null;
  };
  const faultInFunction = (name: string): Fault | null => {
    const around = open.at(-1)?.owner ?? '';
    const isHidden = name.includes('\\') || (WITH_ADDRESSES.test(around) && !PLAIN_INSIDE.test(name));
    if (isHidden) return HIDDEN;
    const rest = css.slice(TOKEN.lastIndex);
    if (name !== 'url' || QUOTED.test(rest)) return null;
    const [all = UP_TO_BRACKET.exec(rest)?.[0] ?? '', address] = BARE_ADDRESS.exec(rest) ?? [];
    const fault = address === undefined ? (all.includes('\\') ? HIDDEN : UNENDED) : checkAddress(address);
    // Its closing bracket is a token again.
    TOKEN.lastIndex += all.length - (all.endsWith(')') ? 1 : 0);
    return fault;
  };
  let at = 0;
  for (TOKEN.lastIndex = 0; at < css.length; at = TOKEN.lastIndex) {
    const [token = '', name = '', paren] = TOKEN.exec(css) ?? [];
    const bracket = paren ?? token;
    const fault = paren === undefined ? faultInToken(token) : faultInFunction(name.toLowerCase());
    if (fault) faults.push({ at, ...fault });
    const isInBlock = (open.at(-1)?.end ?? '}') === '}';
    const closedBy = CLOSED_BY[bracket];
    if (closedBy !== undefined) {
      open.push({ at, end: closedBy, owner: (bracket === '{' ? begun.trim() : name).toLowerCase() });
      if (open.length > MAX_DEPTH) return { faults: [...faults, { at, ...TOO_DEEP }], declarations };
    }
    if (token === '}' || (token === ';' && isInBlock)) endDeclaration(at);
    if (/^[{};]$/.test(token) && isInBlock) begun = '';
    else begun += token.startsWith('/*') ? ' '.repeat(token.length) : css.slice(at, TOKEN.lastIndex);
    if (/^[})\]]$/.test(token)) {
      if (open.at(-1)?.end === token) open.pop();
      else faults.push({ at, reason: `has a ${token} that closes nothing`, help: 'Remove it, or open the bracket.' });
    }
  }
  const [unclosed] = open;
  if (unclosed) faults.push({ at: unclosed.at, ...UNCLOSED });
  return { faults: faults.sort((a, b) => a.at - b.at), declarations };
}
