import { isTotal, isTotalRow, TOTAL_LABEL_STARTS } from '../contract/labels/total-labels.ts';
import type { ByteBlock } from '../model.ts';
import {
  isEmptyRow,
  isNoteLabel,
  isNumbered,
  isSparse,
  looksLikeKey,
  repeatsHeader,
} from '../parse/records/row-predicates.ts';
import { spellingOf } from './profile-column.ts';

/**
 * Whether it is certain that no record of a block has to be reported: as empty, as a repeated header or, if `watchesLabels`, as a total
 * or a heading. Always true for a single column. If false, the file is read as text, which determines what to report.
 */
export function areRegular(
  block: ByteBlock,
  headerCells: readonly string[],
  quote: number,
  watchesLabels: boolean,
): boolean {
  const { bytes, bounds, width, records } = block;
  if (width === 1) return true;
  const { bytes: name, doubled } = spellingOf(headerCells[0] as string, quote);
  for (let record = 0; record < records; record += 1) {
    const at = record * width * 2;
    const start = bounds[at] as number;
    const end = bounds[at + 1] as number;
    const isVisible = start < end && (bytes[start] as number) > 0x20 && (bytes[start] as number) < 0x80;
    if (!isVisible && mayBeEmpty(block, record) && isEmptyRow(textsOf(block, record))) return false;
    if (watchesLabels && mayBeEmpty(block, record, 1) && mayBeHeading(block, record)) return false;
    const mayBeHeader = end - start === doubled && (start === end || bytes[start] === name[0]);
    if (mayBeHeader && repeatsHeader(textsOf(block, record), headerCells)) return false;
    if (start === end) continue;
    if (watchesLabels && mayBeTotal(bytes, start) && isTotal(block.textOf(record, 0))) return false;
  }
  return true;
}

/** Whether the last record of a file looks like a note or a row of totals. */
export function looksLikeFooter(record: readonly string[]): boolean {
  return record.length > 1 && (isSparse(record) || isNoteLabel(record[0] as string) || isTotalRow(record));
}

/** Decodes the cells of a record. */
export function textsOf(block: ByteBlock, record: number): string[] {
  return Array.from({ length: block.width }, (_, cell) => block.textOf(record, cell));
}

/** Whether all cells of a record from index `from` on may be blank: none of them starts with a visible ASCII character. */
function mayBeEmpty({ bytes, bounds, width }: ByteBlock, record: number, from = 0): boolean {
  const first = (record * width + from) * 2;
  for (let bound = (record + 1) * width * 2 - 2; bound >= first; bound -= 2) {
    const start = bounds[bound] as number;
    const code = bytes[start] as number;
    if (start < (bounds[bound + 1] as number) && code > 0x20 && code < 0x80) return false;
  }
  return true;
}

/** Whether a record may be a section heading: only its first cell has a value, which is not one of a series of numbered labels. */
function mayBeHeading(block: ByteBlock, record: number): boolean {
  const [label = '', second = '', ...others] = textsOf(block, record);
  if (!isSparse([label, second, ...others]) || second.trim() !== '') return false;
  const beside = [record - 1, record + 1].filter((other) => other >= 0 && other < block.records);
  return !looksLikeKey(label) || !beside.every((other) => isNumbered(block.textOf(other, 0)));
}

/** The first two letters of each label that marks totals, packed into one number. */
const TOTAL_STARTS = new Set([...TOTAL_LABEL_STARTS].map((it) => it.charCodeAt(0) * 256 + it.charCodeAt(1)));

/** Whether a cell may start with a label that marks a total, judged by its first two bytes. */
function mayBeTotal(bytes: Uint8Array, start: number): boolean {
  const first = bytes[start] as number;
  if (first <= 0x20 || first >= 0x80) return true;
  // Setting bit 0x20 converts an ASCII letter to lower case.
  return first >= 0x41 && TOTAL_STARTS.has((first | 0x20) * 256 + ((bytes[start + 1] as number) | 0x20));
}
