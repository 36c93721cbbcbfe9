import type { FileFormat, RecordBlock } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { fix, SKIP_EMPTY_ROWS } from '../../problems/sidecar-patch.ts';
import { selectRecords } from '../records/block-operations.ts';
import { BLANK_LINE } from '../records/parse-block.ts';
import { Occurrences } from './occurrences.ts';

const MAX_GAPS = 1000;

/**
 * Skips blank lines, but remembers where they separate records, since another table may begin there. In a file with one column, a blank
 * line is kept as a record with a null unless the description says otherwise.
 */
export function checkBlankLines(columns: number, emptyRows: FileFormat['emptyRows'], file: string, report: Report) {
  const isSkipping = columns > 1 || emptyRows === 'skip';
  /** Blank lines between records, and also those above the first record if blank lines are kept as records. */
  const found = new Occurrences();
  /** Blank lines since the last record. */
  let pending = new Occurrences();
  let hasRecords = false;
  /** Line numbers of records with a blank line between them and the record above; at most the first `MAX_GAPS`. */
  const linesAfterBlanks = new Set<number>();

  function* without(blocks: Iterable<RecordBlock>): Generator<RecordBlock, void, undefined> {
    for (const block of blocks) {
      let hasBlank = false;
      for (const [index, record] of block.records.entries()) {
        if (record === BLANK_LINE) {
          hasBlank = true;
          pending.add(() => block.placeOf(index, 0));
          continue;
        }
        if (pending.count > 0) {
          const { count, place } = pending;
          if (hasRecords || !isSkipping) found.add(() => place, count);
          if (hasRecords && linesAfterBlanks.size < MAX_GAPS) linesAfterBlanks.add(block.placeOf(index, 0).line);
          pending = new Occurrences();
        }
        hasRecords = true;
      }
      const isKept = (index: number): boolean => block.records[index] !== BLANK_LINE;
      yield hasBlank && isSkipping ? selectRecords(block, [...block.records.keys()].filter(isKept)) : block;
    }
  }

  /** Reports blank lines. Skipped lines are reported only if they separate records above line `end`. */
  const finish = (end: number): void => {
    if (!isSkipping) reportKept(found, pending, file, report);
    else if ([...linesAfterBlanks].some((line) => line < end)) {
      const { count, place } = found;
      const [are, lines, first] =
        count === 1 ? ['is a', 'blank line', ''] : [`are ${count}`, 'blank lines', ' (this is the first)'];
      const message = `there ${are} ${lines} between rows${first}: another table may begin below`;
      const help = `Check whether the rows below belong to the same table. If so, remove the ${lines}.`;
      report(problem('blank-lines', { file, place }, message, help, [fix(SKIP_EMPTY_ROWS)]));
    }
  };
  return { without, finish, linesAfterBlanks };
}

function reportKept(found: Occurrences, pending: Occurrences, file: string, report: Report): void {
  // A blank line above a record may be a missing value; one at the end of the file is probably not.
  const isInside = found.count > 0;
  const count = found.count + pending.count;
  if (count === 0) return;
  const place = found.place ?? pending.place;
  const lines = isInside
    ? `there ${count === 1 ? 'is a blank line here' : `are ${count} blank lines (this is the first)`}`
    : `the file ends in ${count === 1 ? 'a blank line' : `${count} blank lines`}`;
  const message = `${lines}; in a file with one column, a blank line is read as a record with a null`;
  const help = isInside
    ? 'Remove blank lines, or write "" where a value is missing.'
    : 'If blank lines are records, set "emptyRows" to "keep" under "csv" in the sidecar.';
  const keep = isInside ? [fix({ csv: { emptyRows: 'keep' } }, 'If blank lines are records')] : [];
  const fixes = [...keep, fix(SKIP_EMPTY_ROWS, 'If blank lines are not records')];
  report(problem('blank-lines', { file, place }, message, help, fixes));
}
