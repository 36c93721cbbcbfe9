import type { ColumnDescription, RecordBlock } from '../../model.ts';
import { CellInterpreter } from '../cells/interpret-cell.ts';
import {
  canonicalNumber,
  type NumberNotation,
  notationOf,
  toJsonNumber,
  trimBlanks,
  typeOfNumbers,
} from '../numbers/read-number.ts';

/** Returns whether a value occurs among those of a column: a string, or a number in JSON if `isNumber`. */
export type HasValue = (value: string, isNumber: boolean) => boolean;

/** Collects the values of a column that others refer to. Numbers are compared as numbers if both columns are numeric, or else as texts. */
export function collectValues(blocks: Iterable<RecordBlock>, cell: number, description: ColumnDescription): HasValue {
  const cells = new CellInterpreter(description);
  const texts = new Set<string>();
  for (const { records } of blocks) for (const record of records) texts.add(record[cell] as string);
  for (const text of texts) if (cells.isNull(text, trimBlanks(text))) texts.delete(text);
  const numbers: string[] = [];
  const notations = new Set<NumberNotation>();
  for (const text of texts) {
    const value = trimBlanks(text);
    if (cells.isNullToken(value)) continue;
    const number = cells.toPlainNumber(value);
    const notation = number === null ? null : notationOf(number);
    if (number === null || notation === null) return (it) => texts.has(it);
    numbers.push(number);
    notations.add(notation);
  }
  if (description.type === 'object' || typeOfNumbers(notations) === 'object') return (it) => texts.has(it);
  const [values, written] = [new Set(numbers.map(canonicalNumber)), new Set(numbers.map(toJsonNumber))];
  return (it, isNumber) => (isNumber ? values.has(canonicalNumber(it)) : written.has(it));
}
