import { looksLikeNull } from '../../contract/null-tokens.ts';
import type { NumberFormat, Source } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { quoteText } from '../../problems/quote-text.ts';
import { type Cure, cure, type SidecarPatch } from '../../problems/sidecar-patch.ts';
import { missingList } from '../evidence/nearly-numeric.ts';
import { WHOLE_NUMBER } from '../evidence/number-formats.ts';
import type { InspectedColumn } from '../inspected-column.ts';

/** Reports the first value that is not what the description says. */
export function reportMismatch(source: Source, column: string, profile: InspectedColumn, report: Report): void {
  const { firstMismatch } = profile;
  if (!firstMismatch) return;
  const { place, text, expected, format } = firstMismatch;
  const kind = { int64: 'an integer', float64: 'a number', number: 'a number', date: 'such a date' }[expected];
  const date = `dates written as ${source.columns.get(column)?.date}`;
  const type = { int64: 'int64', float64: 'float64', number: 'numbers', date }[expected];
  const note = expected === 'date' ? '' : (notANumber(text) ?? formatNote(format));
  report(
    problem(
      'type-mismatch',
      { file: source.file, place },
      `${quoteText(text)} is not ${kind}${note && ` (${note})`}, but the sidecar says that the values of "${column}" are ${type}; this is the first that is not`,
      'Correct the value; or, if it means null, add it to the column’s "missing"; or correct the column’s entry in the sidecar.',
      missingCures(column, profile, 'If it means null'),
    ),
  );
}

/** Why a text of digits alone is not a number; null for any other. */
function notANumber(text: string): string | null {
  if (!WHOLE_NUMBER.test(text)) return null;
  return /^[+-]?0/.test(text) ? 'it begins with a zero, as codes do' : 'it needs more than 64 bits';
}

/** How a number format writes numbers, as `thousands ".", decimal ","`; empty if it writes them as JSON does. */
function formatNote({ thousands, decimal, strip }: NumberFormat): string {
  return Object.entries({ thousands, decimal, ...strip })
    .flatMap(([key, mark]) => (mark === undefined ? [] : `${key} ${quoteText(mark)}`))
    .join(', ');
}

/** Reports values that are not what a data package claims. */
export function reportContradiction(
  { file, descriptionFile }: Source,
  column: string,
  profile: InspectedColumn,
  report: Report,
): void {
  const { contradiction } = profile;
  if (!contradiction) return;
  const { claim, count, values, first, text } = contradiction;
  const type = claim.format === 'default' ? claim.type : `${claim.type} ("${claim.format}")`;
  const cures = contradiction.areNullTokens
    ? tokenCures(column, profile)
    : missingCures(column, profile, 'If it means null');
  report(
    problem(
      'schema-contradicted',
      { file, place: first },
      `the schema says that the values of "${column}" are of type ${type}, but ${count} of ${values} are not; the first is ${quoteText(text)}`,
      `Correct the value, or the type in ${descriptionFile}.${cures.length > 0 ? '' : ' If it means null, declare it as a missing value.'}`,
      cures,
    ),
  );
}

/** Most examples of numbers in a message. */
const MAX_EXAMPLES = 2;

/** Reports a column that is text only because of a few values among numbers. */
export function reportTextsAmongNumbers(
  { file }: Source,
  column: string,
  profile: InspectedColumn,
  report: Report,
): void {
  const { firstNonNumeric, evidence, mixture } = profile;
  if (firstNonNumeric) {
    const { place, text, format } = firstNonNumeric;
    report(
      problem(
        'number-format',
        { file, place },
        `the column "${column}" is text because of ${quoteText(text)}, although others are numbers in the declared format (${formatNote(format)})`,
        'If the column should be numeric, correct the value; or, if it means null, add it to the column’s "missing".',
        missingCures(column, profile, 'If they mean null'),
      ),
    );
  } else if (evidence && mixture && mixture.written > 0) {
    const { written, words, examples } = mixture;
    const others =
      words === 0
        ? ''
        : `, and ${formatCount(words, 'text')} such as ${quoteText(mixture.distinctWords.find((word) => !looksLikeNull(word)) ?? mixture.distinctWords[0] ?? '')}`;
    report(
      problem(
        'number-format',
        { file, place: evidence.first.place },
        `the column "${column}" is text, although most values are numbers: ${evidence.numbers} plain ones and ${written} in another notation, such as ${examples.slice(0, MAX_EXAMPLES).map(quoteText).join(' and ')}${others}`,
        'Write all of them in one notation, with one unit, and other texts as null: an empty cell, or a word in the "missing" of the column. If the column is text, set its "type" to "object".',
      ),
    );
  } else if (evidence) {
    const { numbers, texts, type, first } = evidence;
    report(
      problem(
        'nearly-numeric',
        { file, place: first.place },
        `the column "${column}" is text because of ${texts} of ${numbers + texts} values; the first is ${quoteText(first.text)}, and without them the type would be ${type}`,
        'If it means null, add it to the column’s "missing". If the column is text, set its "type" to "object".',
        missingCures(column, profile, 'If they mean null'),
      ),
    );
  }
}

/** Reports the first null of a column that may have none. */
export function reportForbiddenNull(
  { file }: Source,
  column: string,
  { firstForbiddenNull, nullCount }: InspectedColumn,
  report: Report,
): void {
  if (!firstForbiddenNull) return;
  report(
    problem(
      'null-forbidden',
      { file, place: firstForbiddenNull },
      `the column "${column}" is required, but ${nullCount} of its cells are null; this is the first`,
      'Fill it in, or say in the sidecar that the column is not required: "required": false.',
    ),
  );
}

/** The entry that declares the texts among a column's numbers as null; none unless all of them mean null to everyone. */
function missingCures(column: string, { evidence }: InspectedColumn, condition: string): Cure[] {
  const missing = evidence && evidence.numbers > evidence.texts ? missingList(evidence) : null;
  return missing ? [cure(columnPatch(column, { missing }), condition)] : [];
}

/** The entry that declares a column's null tokens as null. */
function tokenCures(column: string, { nullTexts }: InspectedColumn): Cure[] {
  const missing = nullTexts.tokens.map(({ text }) => text);
  return missing.length === 0 ? [] : [cure(columnPatch(column, { missing }), 'If it means null')];
}

/** A patch with some keys for a column. */
export function columnPatch(column: string, keys: Record<string, unknown>): SidecarPatch {
  return { columns: { [column]: keys } };
}
