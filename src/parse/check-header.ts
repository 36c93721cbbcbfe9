import type { Place } from '../model.ts';
import { problem, type Report } from '../problems.ts';

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const YEAR = /^[12]\d{3}$/;

/** Checks the names of a file's columns; reports every fault, and returns false when there is any. */
export function checkHeader(
  names: readonly string[],
  file: string,
  delimiter: string,
  placeOf: (cell: number) => Place,
  report: Report,
): boolean {
  const first = placeOf(0);
  if (names.every((name) => name.trim() === '')) {
    report(
      problem(
        'header-missing',
        { file, place: first },
        'the first line names no column',
        'Begin the file with a line of column names.',
      ),
    );
    return false;
  }
  // Years name columns in real tables, other numbers hardly ever do.
  if (names.every((name) => NUMBER.test(name.trim())) && !names.every((name) => YEAR.test(name.trim()))) {
    report(
      problem(
        'header-missing',
        { file, place: first },
        'the first line holds numbers only, so it looks like a record and not like column names',
        'Begin the file with a line of column names.',
      ),
    );
    return false;
  }
  const other = otherDelimiter(names, delimiter);
  if (other) {
    report(
      problem(
        'delimiter-doubtful',
        { file, place: first },
        `the header is a single column when cells are separated by ${JSON.stringify(delimiter)}, but contains ${JSON.stringify(other)}`,
        `If that is the delimiter, add to the sidecar: "csv": { "delimiter": ${JSON.stringify(other)} }. If not, name the column without it.`,
      ),
    );
    return false;
  }
  return checkNames(names, file, placeOf, report);
}

function otherDelimiter(names: readonly string[], delimiter: string): string | undefined {
  const [only = '', second] = names;
  if (second !== undefined) return undefined;
  return [',', ';', '\t', '|'].find((candidate) => candidate !== delimiter && only.includes(candidate));
}

function checkNames(names: readonly string[], file: string, placeOf: (cell: number) => Place, report: Report): boolean {
  const seen = new Map<string, number>();
  let sound = true;
  for (const [cell, name] of names.entries()) {
    const earlier = seen.get(name);
    if (name.trim() === '') {
      sound = false;
      report(
        problem(
          'column-unnamed',
          { file, place: placeOf(cell) },
          `column ${cell + 1} of ${names.length} has no name`,
          'Name it in the header; if the column is empty, a delimiter too many may end the lines.',
        ),
      );
    } else if (earlier !== undefined) {
      sound = false;
      report(
        problem(
          'column-duplicate',
          { file, place: placeOf(cell) },
          `column ${cell + 1} has the name of column ${earlier + 1}, "${name}": a record can hold only one of them`,
          'Give each column a name of its own.',
        ),
      );
    } else seen.set(name, cell);
  }
  return sound;
}
