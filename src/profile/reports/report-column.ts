import type { ColumnProfile, Contradiction, NumberEvidence, Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { cure, type SidecarPatch } from '../../problems/sidecar-patch.ts';
import { looksLikeNull } from '../null-tokens.ts';

/**
 * Reports how the cells of a column contradict its description, and what the publisher may have meant. `column` is the column's name in
 * the file.
 */
export function reportColumn(source: Source, column: string, profile: ColumnProfile, report: Report): void {
  const { firstForbiddenNull, firstMismatch, contradiction, firstNonNumeric, evidence, numberFormats } = profile;
  if (firstMismatch) reportMismatch(source, column, firstMismatch, report);
  else if (contradiction) reportContradiction(source, column, contradiction, evidence, report);
  else if (firstNonNumeric && numberFormats.length === 0) {
    report(
      problem(
        'number-format',
        { file: source.file, place: firstNonNumeric },
        `the column "${column}" is text because of this value, although others are numbers in the declared format`,
        'If the column should be numeric, correct the value; or, if it means null, add it to the column’s "missing".',
      ),
    );
  } else if (evidence && isNearlyNumeric(evidence)) reportNearlyNumeric(source, column, evidence, report);
  if (firstForbiddenNull) {
    report(
      problem(
        'null-forbidden',
        { file: source.file, place: firstForbiddenNull },
        `the column "${column}" is required, but ${profile.nullCount} of its cells are null; this is the first`,
        'Fill it in, or say in the sidecar that the column is not required: "required": false.',
      ),
    );
  }
}

function reportMismatch(
  source: Source,
  column: string,
  { place, expected }: NonNullable<ColumnProfile['firstMismatch']>,
  report: Report,
): void {
  report(
    problem(
      'type-mismatch',
      { file: source.file, place },
      `the sidecar says that the values of "${column}" are ${expected === 'number' ? 'numbers in a given format' : expected}; this is the first that is not`,
      'Correct the value; or, if it means null, add it to the column’s "missing"; or correct the column’s entry in the sidecar.',
    ),
  );
}

function reportContradiction(
  source: Source,
  column: string,
  { claim, count, values, first }: Contradiction,
  evidence: NumberEvidence | null,
  report: Report,
): void {
  const type = claim.format === 'default' ? claim.type : `${claim.type} ("${claim.format}")`;
  const entry = evidence && isNearlyNumeric(evidence) ? missingPatch(column, evidence) : null;
  report(
    problem(
      'schema-contradicted',
      { file: source.file, place: first },
      `the schema says that the values of "${column}" are of type ${type}, but ${count} of ${values} are not; this is the first`,
      `Correct the value, or the type in ${source.descriptionFile}.${entry ? '' : ' If it means null, declare it as a missing value.'}`,
      entry ? [cure(entry, 'If it means null')] : [],
    ),
  );
}

function reportNearlyNumeric(source: Source, column: string, evidence: NumberEvidence, report: Report): void {
  const { numbers, texts, type, first } = evidence;
  const patch = missingPatch(column, evidence);
  report(
    problem(
      'nearly-numeric',
      { file: source.file, place: first.place },
      `the column "${column}" is text because of ${texts} of ${numbers + texts} values; this is the first, and without them the type would be ${type}`,
      'If they are numbers with a flag, set the "strip" of the column. If the column is text, set its "type" to "object".',
      patch ? [cure(patch, 'If they mean null')] : [],
    ),
  );
}

/** The entry that declares the texts among a column's numbers as null; null if they are too many, or values after all. */
function missingPatch(column: string, { nonNumeric, spellings }: NumberEvidence): SidecarPatch | null {
  // A number with a flag, such as "13.5p", is a value.
  if (nonNumeric.length === 0 || nonNumeric.some((text) => /[0-9]/.test(text))) return null;
  // The list replaces the usual null tokens, so it must be complete.
  return columnPatch(column, { missing: [...spellings, ...nonNumeric] });
}

/** A column is probably meant as numbers if it has at least this many for each other value. */
const NUMBERS_PER_TEXT = 19;

/** If the other values look like null, fewer numbers do, but at least this many. */
const MIN_NUMBERS = 3;
/** Most spellings of null that one column is likely to have. */
const MAX_NULL_MARKS = 3;

function isNearlyNumeric({ type, numbers, texts, nonNumeric }: NumberEvidence): boolean {
  if (type === 'object') return false;
  const areNullMarks = nonNumeric.length > 0 && nonNumeric.length <= MAX_NULL_MARKS && nonNumeric.every(looksLikeNull);
  return areNullMarks ? numbers > texts && numbers >= MIN_NUMBERS : numbers >= texts * NUMBERS_PER_TEXT;
}

/** A patch with some keys for a column. */
export function columnPatch(column: string, keys: Record<string, unknown>): SidecarPatch {
  return { columns: { [column]: keys } };
}
