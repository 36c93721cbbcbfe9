import type { ColumnProfile, NumberFormat, Source } from '../model.ts';
import { problem, type Report } from '../problems.ts';

/**
 * Reports what the cells of a column say against its description, and what the publisher may have meant. `column` is the
 * column's name in the file.
 */
export function reportProfile(source: Source, column: string, profile: ColumnProfile, report: Report): void {
  const { firstForbiddenNull, firstMisfit, firstText, readings } = profile;
  if (firstMisfit) {
    report(
      problem(
        'type-mismatch',
        { file: source.file, place: firstMisfit.place },
        `the sidecar says that the values of "${column}" are ${firstMisfit.expected === 'number' ? 'numbers in a format' : firstMisfit.expected}, and this is the first that is not`,
        'Correct the value; or, if it stands for none, name it among the column’s "missing"; or correct what the sidecar says of the column.',
      ),
    );
  } else if (firstText) {
    report(
      problem(
        'number-format',
        { file: source.file, place: firstText },
        `the column "${column}" is text because of this value, though others are numbers in the format that the sidecar gives for the file`,
        'If it should be numbers, correct the value, or name it among the "missing" if it stands for none.',
      ),
    );
  }
  if (firstForbiddenNull) {
    report(
      problem(
        'null-forbidden',
        { file: source.file, place: firstForbiddenNull },
        `the column "${column}" is required, and this cell is the first of ${profile.nullCount} that are null`,
        `Fill it in, or take "required" out of the sidecar.`,
      ),
    );
  }
  const [reading, ...others] = readings;
  if (reading) {
    report(
      problem(
        'number-format',
        { file: source.file, place: reading.first },
        `the column "${column}" is text, but all of its values are numbers when ${reading.count} of them, this the first, are read in another format`,
        [
          'If they are numbers, add to the sidecar:',
          sidecarEntry(source, column, reading.format),
          ...others.map(({ format }) => `or ${sidecarEntry(source, column, format)}`),
        ].join('\n'),
      ),
    );
  }
}

/** A column that is not described yet needs its description as well. */
function sidecarEntry(source: Source, column: string, format: NumberFormat): string {
  const entry = source.columns.has(column) ? format : { description: '…', ...format };
  return `"columns": { ${JSON.stringify(column)}: ${JSON.stringify(entry)} }`;
}
