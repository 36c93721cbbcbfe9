import type { Place } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { placeInText } from '../../problems/text-position.ts';
import type { TextBlock } from '../records/dialect.ts';

/** Searches a file for lines that end in LF among lines that end in CRLF, or the reverse: programs read them alike. */
export class LineEndingsCheck {
  #count = 0;
  #first: Place | null = null;
  #usual = '';

  add({ text, otherEnds, newline, firstLine }: TextBlock): void {
    const [first] = otherEnds;
    if (first === undefined) return;
    this.#count += otherEnds.length;
    this.#first ??= placeInText(text, first, firstLine);
    this.#usual = newline;
  }

  finish(file: string, report: Report): void {
    if (!this.#first) return;
    const [usual, other] = this.#usual === '\n' ? ['LF', 'CRLF'] : ['CRLF', 'LF'];
    const lines = this.#count === 1 ? 'this line ends' : `${formatCount(this.#count, 'line')}, the first here, end`;
    report(
      problem(
        'line-endings-both',
        { file, place: this.#first },
        `${lines} in ${other}, the lines before it in ${usual}: files were joined, or a cell that is not quoted has a line break`,
        'Check that the record is whole. If it is, save the file with one kind of line ending.',
      ),
    );
  }
}
