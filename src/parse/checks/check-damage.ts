import { formatCount } from '../../problems/format-problem.ts';
import { type Problem, problem, type Report } from '../../problems/problem.ts';
import { placeInText } from '../../problems/text-position.ts';
import type { TextBlock } from '../records/dialect.ts';
import { Occurrences } from './occurrences.ts';

type Trace = Pick<Problem, 'code' | 'message' | 'help'> & { pattern: RegExp };

const TRACES: readonly Trace[] = [
  {
    code: 'nul-character',
    pattern: /\0/g,
    message: 'a NUL character, which text never contains: the file is damaged',
    help: 'Export the file again.',
  },
  {
    code: 'replacement-character',
    pattern: /\uFFFD/g,
    message: 'a replacement character: the original character was lost when the file was converted',
    help: 'Convert the original file again, from its actual encoding.',
  },
  {
    code: 'files-joined',
    pattern: /(?<![^\n\r])\uFEFF/g,
    message: 'a byte order mark at the start of a line: files were joined here, and the mark would be part of a cell',
    help: 'Remove it and any header that follows it.',
  },
  {
    code: 'mark-inside',
    pattern: /(?<=[^\n\r])\uFEFF/g,
    message: 'a byte order mark inside the text: files may have been joined here',
    help: 'Remove it and any header that follows it.',
  },
  {
    code: 'control-character',
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for control characters
    pattern: /[\x01-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F]/g,
    message: 'a control character, which ordinary text does not contain',
    help: 'Remove it, or restore the original character if a conversion from the wrong encoding has replaced it.',
  },
  {
    code: 'mojibake',
    // UTF-8 read as windows-1252: the first character comes from a lead byte, the others from continuation bytes.
    pattern:
      /[\u00C3\u00C2][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u2022\u2026\u2030\u2039\u203A\u20AC\u2122]|\u00E2\u20AC[\u0080-\u00FF\u0152\u0153\u0160\u0161\u2018-\u201E\u2122\u02DC\u00A6]/g,
    message: 'letters that result from reading UTF-8 as windows-1252, such as "Ã©" for "é"',
    help: 'Convert the original file again, from its actual encoding. If the letters are correct, leave them.',
  },
];

const ANY_TRACE = new RegExp(TRACES.map(({ pattern }) => pattern.source).join('|'));

/**
 * Searches the text of a file for signs of damage, and for LF line endings in a CRLF file or the reverse. Programs accept both kinds of line
 * endings, so these are only a hint. `finish` reports each kind once, at its first occurrence.
 */
export class DamageCheck {
  readonly #found = new Map<Trace, Occurrences>();
  readonly #otherEnds = new Occurrences();
  #newline = '';

  /**
   * Searches a block. The delimiter is not damage, even if it is a control character. `headerLine`: line of the header, 0 if the file has
   * none. A byte order mark at its start is left to `checkNames`.
   */
  add({ text, otherEnds, newline, firstLine }: TextBlock, delimiter: string, headerLine: number): void {
    this.#newline = newline;
    const [end] = otherEnds;
    if (end !== undefined) this.#otherEnds.add(() => placeInText(text, end, firstLine), otherEnds.length);
    if (!ANY_TRACE.test(text)) return;
    for (const trace of TRACES) {
      for (const { index, 0: character } of text.matchAll(trace.pattern)) {
        if (character === delimiter) continue;
        if (trace.code === 'files-joined' && index === 0 && firstLine === headerLine) continue;
        const found = this.#found.get(trace) ?? new Occurrences();
        this.#found.set(trace, found);
        found.add(() => placeInText(text, index, firstLine));
      }
    }
  }

  finish(file: string, report: Report): void {
    for (const [{ code, message, help }, { count, place }] of this.#found) {
      const more = count > 1 ? `; this is the first of ${count}` : '';
      report(problem(code, { file, place }, message + more, help));
    }
    const { count, place } = this.#otherEnds;
    if (count === 0) return;
    const [usual, other] = this.#newline === '\n' ? ['LF', 'CRLF'] : ['CRLF', 'LF'];
    const lines = count === 1 ? 'this line ends' : `${formatCount(count, 'line')} (this is the first) end`;
    const message = `${lines} in ${other}, but earlier lines end in ${usual}: files may have been joined, or a line break is unquoted`;
    const help =
      'Check that the record on this line is complete. If it is, save the file with one kind of line ending.';
    report(problem('line-endings-both', { file, place }, message, help));
  }
}
