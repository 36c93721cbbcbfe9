import type { Problem } from '../../problems/problem.ts';
import { type Fix, fix, TRIM_BLANKS } from '../../problems/sidecar-patch.ts';
import { COMMENT_MARKS, type Dialect } from './dialect.ts';

type Explanation = Pick<Problem, 'message' | 'help' | 'candidates'>;

const INSIDE = {
  message: 'a quote inside a cell that does not begin with one: programs read such a cell in different ways',
  help: 'Quote the whole cell and escape its inner quotes, usually by writing them twice: "5"" pipe".',
};

const AFTER = {
  message: 'text after the quote that closes the cell: the quote is probably part of the text',
  help: 'Escape a quote inside a quoted cell, usually by writing it twice (""), or remove the text after the closing quote.',
};

const BLANKS: Explanation = {
  message:
    'there is whitespace outside the quotes of a cell: some programs read such quotes as text, others ignore the whitespace',
  help: 'Remove the whitespace.',
  candidates: [fix(TRIM_BLANKS, 'If whitespace around cells is not part of the values')],
};

const ESCAPED: Explanation = {
  message:
    'text after the quote that closes the cell: the backslash before the quote suggests that the quote is part of the text',
  help: 'Write a quote inside a quoted cell twice ("").',
  candidates: [fix({ csv: { escape: '\\' } }, 'If a backslash escapes a quote')],
};

/**
 * Explains a quote inside an unquoted cell (`inside`; `at` is its offset) or text after a closing quote (`after`; `at` is the offset of
 * the text). Whitespace beside the quote is blamed only if the dialect trims no whitespace. `hasQuoted`: whether an earlier cell is quoted.
 */
export function explainStrayQuote(
  text: string,
  at: number,
  where: 'inside' | 'after',
  dialect: Dialect,
  hasQuoted: boolean,
): Explanation {
  const { delimiter, quote, escape: mark, trim } = dialect;
  const comment = commentFix(text, at, dialect);
  if (comment.length > 0) {
    return { message: 'a quote inside a line that begins like a comment', help: INSIDE.help, candidates: comment };
  }
  const [quoteAt, step] = where === 'inside' ? ([at, -1] as const) : ([at - 1, 1] as const);
  if (!trim && hasBlanksBeside(text, quoteAt, step, delimiter)) return BLANKS;
  if (where === 'after' && mark === quote && text[at - 2] === '\\') return ESCAPED;
  const isText = quote === '"' && !hasQuoted && !hasQuotedCells(text, dialect);
  const candidates = isText ? [fix({ csv: { quote: '' } }, 'If the file never quotes cells')] : [];
  // A line without tabs is unlikely to be from a file that never quotes cells. The quote is probably just not escaped.
  if (where === 'after') return { ...AFTER, candidates: lineAt(text, at).includes('\t') ? candidates : [] };
  return explainOtherQuote(text, at, delimiter, quote) ?? { ...INSIDE, candidates };
}

/** A fix that declares the comment mark at the start of the line; empty if there is no such mark or the dialect already has one. */
export function commentFix(text: string, at: number, { comment }: Dialect): readonly Fix[] {
  const line = lineAt(text, at);
  const mark = comment === null ? COMMENT_MARKS.find((it) => line.startsWith(it)) : undefined;
  return mark === undefined ? [] : [fix({ csv: { comment: mark } }, 'If the line is a comment')];
}

function lineAt(text: string, at: number): string {
  const start = Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
  return text.slice(start, at) + (/^[^\r\n]*/.exec(text.slice(at))?.[0] ?? '');
}

/** Whether some line has a quote at the start of a cell and a later one at the end of a cell. Tries all common delimiters. */
function hasQuotedCells(text: string, { delimiter, quote }: Dialect): boolean {
  const isBorder = (character: string | undefined): boolean =>
    character === undefined || `,;|\t${delimiter}`.includes(character);
  return text.split(/[\r\n]+/).some((line) => {
    let hasOpened = false;
    for (let at = line.indexOf(quote); at >= 0; at = line.indexOf(quote, at + 1)) {
      if (hasOpened && isBorder(line[at + 1])) return true;
      hasOpened ||= isBorder(line[at - 1]);
    }
    return false;
  });
}

/** Whether only spaces or tabs separate a quote from the edge of its cell, to the left (`step` is -1) or to the right (1). */
function hasBlanksBeside(text: string, quote: number, step: 1 | -1, delimiter: string): boolean {
  let border = quote + step;
  while (text[border] !== delimiter && (text[border] === ' ' || text[border] === '\t')) border += step;
  return border !== quote + step && [undefined, delimiter, '\n', '\r'].includes(text[border]);
}

/** The explanation if the cell starts with a character, other than `quote`, that some files use as a quote; null otherwise. */
function explainOtherQuote(text: string, at: number, delimiter: string, quote: string): Explanation | null {
  let start = at;
  while (start > 0 && ![delimiter, '\n', '\r'].includes(text[start - 1] as string)) start -= 1;
  const mark = ["'", '`', '´'].find((it) => it !== quote && text[start] === it);
  if (mark === undefined) return null;
  return {
    message: `a quote inside a cell that begins with ${mark}, which is probably the quote character of this file`,
    help: 'If it is not, quote the whole cell and escape its inner quotes.',
    candidates: [fix({ csv: { quote: mark } }, 'If it is')],
  };
}
