import type { ColumnProfile, NumberFormat, Source } from '../model.ts';
import { problem, type Report } from '../problems.ts';

/** Reports what the cells of a column say against its description, and what the publisher may have meant. */
export function reportProfile(source: Source, profile: ColumnProfile, report: Report): void {
  const { name, firstForbiddenNull, readings } = profile;
  if (firstForbiddenNull) {
    report(
      problem(
        'null-forbidden',
        { file: source.file, place: firstForbiddenNull },
        `the column "${name}" is required, and this cell is the first of ${profile.nullCount} that are null`,
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
        `the column "${name}" is text, but all of its values are numbers when ${reading.count} of them, this the first, are read in another format`,
        [
          'If they are numbers, add to the sidecar:',
          sidecarEntry(source, name, reading.format),
          ...others.map(({ format }) => `or ${sidecarEntry(source, name, format)}`),
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
