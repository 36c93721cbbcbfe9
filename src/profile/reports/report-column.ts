import type { ColumnProfile, Contradiction, NumberEvidence, Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { patchText, type SidecarPatch } from '../../problems/sidecar-patch.ts';

/**
 * Reports what the cells of a column say against its description, and what the publisher may have meant. `column` is the
 * column's name in the file.
 */
export function reportProfile(source: Source, column: string, profile: ColumnProfile, report: Report): void {
  const { firstForbiddenNull, firstMismatch, contradiction, firstNonNumeric, evidence, numberFormats } = profile;
  if (firstMismatch) reportMisfit(source, column, firstMismatch, report);
  else if (contradiction) reportContradiction(source, column, contradiction, evidence, report);
  else if (firstNonNumeric && numberFormats.length === 0) {
    report(
      problem(
        'number-format',
        { file: source.file, place: firstNonNumeric },
        `the column "${column}" is text because of this value, though others are numbers in the format that is described`,
        'If it should be numbers, correct the value, or name it among the "missing" if it stands for none.',
      ),
    );
  } else if (evidence && isNearlyNumeric(evidence)) reportNearlyNumeric(source, column, evidence, report);
  if (firstForbiddenNull) {
    report(
      problem(
        'null-forbidden',
        { file: source.file, place: firstForbiddenNull },
        `the column "${column}" is required, and this cell is the first of ${profile.nullCount} that are null`,
        `Fill it in, or say in the sidecar that the column is not: "required": false.`,
      ),
    );
  }
}

function reportMisfit(
  source: Source,
  column: string,
  { place, expected }: NonNullable<ColumnProfile['firstMismatch']>,
  report: Report,
): void {
  report(
    problem(
      'type-mismatch',
      { file: source.file, place },
      `the sidecar says that the values of "${column}" are ${expected === 'number' ? 'numbers in a format' : expected}, and this is the first that is not`,
      'Correct the value; or, if it stands for none, name it among the column’s "missing"; or correct what the sidecar says of the column.',
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
  const entry = evidence && isNearlyNumeric(evidence) ? missingEntry(source, column, evidence) : null;
  report(
    problem(
      'schema-contradicted',
      { file: source.file, place: first },
      `the schema says that the values of "${column}" are of type ${type}, and ${count} of ${values} are not, this the first`,
      `Correct the value, or the type in ${source.descriptionFile}. If it stands for none, ${entry ? `add to the sidecar: ${patchText(entry)}` : 'name it among the missing values'}.`,
      entry ? [entry] : [],
    ),
  );
}

function reportNearlyNumeric(source: Source, column: string, evidence: NumberEvidence, report: Report): void {
  const { numbers, texts, type, first } = evidence;
  const entry = missingEntry(source, column, evidence);
  const shown = entry ?? sidecarEntry(source, column, { missing: ['…'] });
  report(
    problem(
      'nearly-numeric',
      { file: source.file, place: first.place },
      `the column "${column}" is text because of ${texts} of ${numbers + texts} values, this the first; without them it would be ${type}`,
      `If they stand for no value, name them: ${patchText(shown)}. If they are numbers with a flag, take it off: "strip": { "suffix": "p" }. If the column is text, say so: "type": "object".`,
      entry ? [entry] : [],
    ),
  );
}

/** Names the texts among a column's numbers as nulls; null when they are many. */
function missingEntry(source: Source, column: string, { nonNumeric, spellings }: NumberEvidence): SidecarPatch | null {
  // A number with a flag, such as "13.5p", is a value all the same.
  if (nonNumeric.length === 0 || nonNumeric.some((text) => /[0-9]/.test(text))) return null;
  // What is named replaces what held before, so the list is whole.
  return sidecarEntry(source, column, { missing: [...spellings, ...nonNumeric] });
}

/** At least so many numbers stand against one value that is none, where a column is taken to be meant as numbers. */
const NUMBERS_TO_A_TEXT = 19;

/** Fewer numbers prove nothing. */
const FEW_NUMBERS = 3;
/** So many different marks at most may stand in the place of numbers. */
const FEW_MARKS = 3;
/** Signs without letters and digits, errors of spreadsheets, and spellings of null. */
const MARK = /^(?:[^\p{L}\p{N}]+|#.*|n\.?[akdv]\.?|n\/[ad]|null|nan|none)$/iu;

function isNearlyNumeric({ type, numbers, texts, nonNumeric }: NumberEvidence): boolean {
  if (type === 'object') return false;
  const areMarks =
    nonNumeric.length > 0 && nonNumeric.length <= FEW_MARKS && nonNumeric.every((text) => MARK.test(text));
  return areMarks ? numbers > texts && numbers >= FEW_NUMBERS : numbers >= texts * NUMBERS_TO_A_TEXT;
}

/** Keys for a column's entry in the sidecar; one that is not described yet needs its description as well. */
export function sidecarEntry(source: Source, column: string, keys: Record<string, unknown>): SidecarPatch {
  return { columns: { [column]: source.columns.has(column) ? keys : { description: '…', ...keys } } };
}
