/**
 * Checks the publisher's style sheet: what browsers would not load, because the content policy of the pages forbids it, and brackets that are not
 * closed, after which browsers ignore the rest.
 */

import { createRequire } from 'node:module';
import { LOGO_FILE } from '../../contract/routes.ts';

/** What is wrong with a style sheet, and at which offset. */
export interface ThemeFault {
  at: number;
  reason: string;
  help: string;
}

/** Functions whose texts are addresses. */
const WITH_ADDRESSES: ReadonlySet<string> = new Set(['url', 'src', 'image', 'image-set', '-webkit-image-set']);

/** Functions whose results may be texts that are written elsewhere. */
const SUBSTITUTED = /^(?:attr|env|if|inherit|var|--.*)$/;

/** Stands for the address of the style sheet. */
const HERE = 'http://catalogue.invalid';

const OPENING: Readonly<Record<string, string>> = {
  LeftCurlyBracket: '}',
  LeftParenthesis: ')',
  Function: ')',
  LeftSquareBracket: ']',
};
const CLOSING: Readonly<Record<string, string>> = {
  RightCurlyBracket: '}',
  RightParenthesis: ')',
  RightSquareBracket: ']',
};

/** A bracket that was opened. */
interface Bracket {
  at: number;
  /** What closes it. */
  end: string;
  /** Name of the function or the rule that it belongs to, in lower case; empty for another. */
  owner: string;
}

/** Everything that is wrong with a style sheet, in its order. */
export function faultsInTheme(css: string): ThemeFault[] {
  // Loaded only for a catalogue that has a style sheet.
  const load = createRequire(import.meta.url);
  const { tokenize, tokenTypes } = load('css-tree/tokenizer') as typeof import('css-tree/tokenizer');
  const { ident, string, url } = load('css-tree/utils') as typeof import('css-tree/utils');
  const nameOf = new Map(Object.entries(tokenTypes).map(([name, type]) => [type, name]));
  const faults: ThemeFault[] = [];
  const open: Bracket[] = [];
  const ownerOf = (token: string): string => ident.decode(token.slice(0, -1)).toLowerCase();
  /** The rule that has begun with `@`, until its block or its end. */
  let rule = '';
  const checkAddress = (at: number, address: string): void => {
    const isFont = open.some(({ owner }) => owner === '@font-face');
    const fault = rule === '@namespace' ? null : isFont ? FONT : faultInAddress(address);
    if (fault) faults.push({ at, ...fault });
  };
  tokenize(css, (type, at, end) => {
    const name = nameOf.get(type) ?? '';
    const token = css.slice(at, end);
    if (name === 'AtKeyword') {
      rule = `@${ident.decode(token.slice(1)).toLowerCase()}`;
      if (rule === '@import') faults.push({ at, ...IMPORT });
    } else if (name === 'Semicolon') rule = '';
    else if (name === 'BadString' || name === 'BadUrl') faults.push({ at, ...UNENDED });
    else if (name === 'Url') checkAddress(at, url.decode(token));
    else if (name === 'Comment' && (token.length < 4 || !token.endsWith('*/'))) faults.push({ at, ...UNENDED_COMMENT });
    else if (name === 'String' && rule !== '@import') {
      const around = open.at(-1)?.owner ?? '';
      if (WITH_ADDRESSES.has(around)) checkAddress(at, string.decode(token));
    } else if (name === 'Function') {
      const owner = ownerOf(token);
      const around = open.at(-1)?.owner ?? '';
      // Without quotes, the tokenizer takes an address for one only if the name before it has no escapes.
      const isUnread = owner === 'url' && !/^\s*["']/.test(css.slice(end));
      const isHidden = isUnread || (WITH_ADDRESSES.has(around) && SUBSTITUTED.test(owner));
      if (isHidden) faults.push({ at, ...HIDDEN });
    }
    const closedBy = OPENING[name];
    const closes = CLOSING[name];
    if (closedBy !== undefined) {
      const owner = name === 'Function' ? ownerOf(token) : closedBy === '}' ? rule : '';
      open.push({ at, end: closedBy, owner });
      if (closedBy === '}') rule = '';
    } else if (closes !== undefined) {
      if (open.at(-1)?.end === closes) open.pop();
      else faults.push({ at, reason: `has a ${closes} that closes nothing`, help: 'Remove it, or open the bracket.' });
    }
  });
  const [unclosed] = open;
  if (unclosed) faults.push({ at: unclosed.at, ...UNCLOSED });
  return faults.sort((a, b) => a.at - b.at);
}

type Fault = Omit<ThemeFault, 'at'>;

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

/** What is wrong with the address of an image; null if browsers load it. */
function faultInAddress(address: string): Fault | null {
  const url = URL.parse(address, `${HERE}/`);
  if (url?.protocol === 'data:') return null;
  if (url?.origin !== HERE) {
    return {
      reason: `loads ${JSON.stringify(address)}, and the content policy of the pages allows nothing from other hosts`,
      help: 'Put a small image into the style sheet itself, as url("data:image/svg+xml,…").',
    };
  }
  const isRelative = address !== '' && !/^[#/\\]/.test(address);
  if (!isRelative || url.pathname === `/${LOGO_FILE}`) return null;
  return {
    reason: `loads ${JSON.stringify(address)}, and files of the raw data are not published`,
    help: `Put a small image into the style sheet itself, as url("data:image/svg+xml,…"). The logo is "${LOGO_FILE}", and "/…" leads to other files of the host.`,
  };
}
