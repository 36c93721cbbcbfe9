import { patchText, type SidecarPatch, TRIM_BLANKS } from '../../problems/sidecar-patch.ts';
import type { Dialect } from './dialect.ts';

/** What is said of a quote that is out of place. */
interface Explanation {
  message: string;
  help: string;
  entries: readonly SidecarPatch[];
}

const INSIDE: Explanation = {
  message: 'a quote inside a cell that does not begin with one: programs read such a cell in different ways',
  help: 'Quote the whole cell and write its inner quotes twice: "5"" pipe". If the file quotes nothing, add to the sidecar: "csv": { "quote": "" }.',
  entries: [],
};

const BEHIND: Explanation = {
  message: 'text behind the quote that closes the cell: the quote is likely part of the text',
  help: 'Write a quote inside a quoted cell twice (""), or remove what stands behind the closing quote.',
  entries: [],
};

const BLANKS: Explanation = {
  message:
    'a quoted cell with blanks around its quotes: for some programs the quotes are text then, for others the blanks are nothing',
  help: `If blanks around cells are no part of them, add to the sidecar: ${patchText(TRIM_BLANKS)}.`,
  entries: [TRIM_BLANKS],
};

const BACKSLASH = { csv: { escape: '\\' } };

const ESCAPED: Explanation = {
  message: 'text behind the quote that closes the cell: a backslash before the quote says that it is part of the text',
  help: `If backslashes stand before quotes that do not close their cell, add to the sidecar: ${patchText(BACKSLASH)}.`,
  entries: [BACKSLASH],
};

/**
 * Explains a quote at an offset that stands inside of a cell without quotes, or the text at an offset that stands behind a closing
 * quote. `trim` says that blanks are nothing, so that they do not explain it.
 */
export function explainStrayQuote(
  text: string,
  at: number,
  where: 'inside' | 'behind',
  { delimiter, quote, escape: mark, trim }: Dialect,
): Explanation {
  const isAmongBlanks =
    where === 'inside' ? isBehindBlanks(text, at, -1, delimiter) : isBehindBlanks(text, at - 1, 1, delimiter);
  if (!trim && isAmongBlanks) return BLANKS;
  if (where === 'inside') return otherQuote(text, at, delimiter, quote) ?? INSIDE;
  return mark === quote && text[at - 2] === '\\' ? ESCAPED : BEHIND;
}

/** Whether there is nothing but blanks between a quote and the border of its cell, in one direction. */
function isBehindBlanks(text: string, quote: number, step: 1 | -1, delimiter: string): boolean {
  let border = quote + step;
  while (text[border] !== delimiter && (text[border] === ' ' || text[border] === '\t')) border += step;
  return border !== quote + step && [undefined, delimiter, '\n', '\r'].includes(text[border]);
}

/** What is said where the cell begins with another mark that is used as a quote. */
function otherQuote(text: string, at: number, delimiter: string, quote: string): Explanation | null {
  let start = at;
  while (start > 0 && ![delimiter, '\n', '\r'].includes(text[start - 1] as string)) start -= 1;
  const mark = ["'", '`', '´'].find((it) => it !== quote && text[start] === it);
  if (mark === undefined) return null;
  const entry = { csv: { quote: mark } };
  return {
    message: `a quote inside of a cell that begins with ${mark}, which is likely the quote of this file`,
    help: `If it is, add to the sidecar: ${patchText(entry)}.`,
    entries: [entry],
  };
}
