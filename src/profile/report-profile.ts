import type { ColumnProfile, Contradiction, NumberEvidence, Place, Source } from '../model.ts';
import { entryOfNames, entryText, problem, type Report, type SidecarEntry } from '../problems.ts';

/**
 * Reports what the cells of a column say against its description, and what the publisher may have meant. `column` is the
 * column's name in the file.
 */
export function reportProfile(source: Source, column: string, profile: ColumnProfile, report: Report): void {
  const { firstForbiddenNull, firstMisfit, contradiction, firstText, evidence, readings } = profile;
  if (firstMisfit) reportMisfit(source, column, firstMisfit, report);
  else if (contradiction) reportContradiction(source, column, contradiction, evidence, report);
  else if (firstText && readings.length === 0) {
    report(
      problem(
        'number-format',
        { file: source.file, place: firstText },
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
  { place, expected }: NonNullable<ColumnProfile['firstMisfit']>,
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
      `Correct the value, or the type in ${source.descriptionFile}. If it stands for none, ${entry ? `add to the sidecar: ${entryText(entry)}` : 'name it among the missing values'}.`,
      entry ? [entry] : [],
    ),
  );
}

function reportNearlyNumeric(source: Source, column: string, evidence: NumberEvidence, report: Report): void {
  const { numbers, texts, type, place } = evidence;
  const entry = missingEntry(source, column, evidence);
  const shown = entry ?? sidecarEntry(source, column, { missing: ['…'] });
  report(
    problem(
      'nearly-numeric',
      { file: source.file, place },
      `the column "${column}" is text because of ${texts} of ${numbers + texts} values, this the first; without them it would be ${type}`,
      `If they stand for no value, name them: ${entryText(shown)}. If the column is text, say so: "type": "object".`,
      entry ? [entry] : [],
    ),
  );
}

/** Names the texts among a column's numbers as nulls; null when they are many. */
function missingEntry(source: Source, column: string, { spellings }: NumberEvidence): SidecarEntry | null {
  // What is named replaces the usual spellings, so those that occur are among them.
  return spellings.length > 0 ? sidecarEntry(source, column, { missing: spellings }) : null;
}

/** At least so many numbers stand against one value that is none, where a column is taken to be meant as numbers. */
const NUMBERS_TO_A_TEXT = 19;

function isNearlyNumeric({ numbers, texts }: NumberEvidence): boolean {
  return numbers >= texts * NUMBERS_TO_A_TEXT;
}

const PLAIN_NUMBER = /^[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?$/;
const YEAR = /^[12][0-9]{3}$/;
const DATE = /^[0-9]{1,4}[-/.][0-9]{1,2}[-/.][0-9]{1,4}/;

/**
 * Reports a header that looks like the records below it: a number above numbers, unless it is a year, or a date above dates. Then the
 * file has no header, and its first record would become the columns' names.
 */
export function reportMissingHeader(
  source: Source,
  columns: readonly string[],
  headerPlace: Place | null,
  profiles: readonly ColumnProfile[],
  report: Report,
): void {
  if (source.form.header !== null) return;
  const found = columns.findIndex((name, index) => isLikeValues(name.trim(), profiles[index] as ColumnProfile));
  if (found < 0) return;
  report(
    problem(
      'header-missing',
      { file: source.file, place: headerPlace },
      `the first line looks like a record: "${columns[found]}" stands above values of its own kind`,
      'If the file has no header, name the columns in the sidecar: "csv": { "header": ["…", "…"] }. If these are the names, say so: "csv": { "header": 1 }.',
      [entryOfNames(columns.length)],
    ),
  );
}

function isLikeValues(name: string, { type, samples }: ColumnProfile): boolean {
  if (type !== 'object') return PLAIN_NUMBER.test(name) && !YEAR.test(name);
  return DATE.test(name) && samples.length > 0 && samples.every((sample) => DATE.test(JSON.parse(sample) as string));
}

/**
 * Reports a second header row, such as one of units: the first record has a text in every column whose other values are
 * all numbers, and there are two such columns or more.
 */
export function reportHeaderRows(source: Source, profiles: readonly ColumnProfile[], report: Report): void {
  const candidates = profiles.filter(({ type, evidence }) => type !== 'object' || (evidence && evidence.numbers > 0));
  const titled = candidates.flatMap(({ evidence }) =>
    evidence?.isFirstRecord && evidence.texts === 1 && evidence.numbers > 0 ? [evidence] : [],
  );
  const [first] = titled;
  if (!first || titled.length < 2 || titled.length < candidates.length) return;
  const { header } = source.form;
  const entry = { csv: { header: (typeof header === 'number' ? header : 1) + 1 } };
  report(
    problem(
      'header-rows',
      { file: source.file, place: first.place },
      `the first record has texts in all of the ${titled.length} columns that are numbers below: it looks like a second header row`,
      `If it is one, add to the sidecar: ${entryText(entry)}. If not, declare the columns' "type" to be "object".`,
      [entry],
    ),
  );
}

/** Keys for a column's entry in the sidecar; one that is not described yet needs its description as well. */
export function sidecarEntry(source: Source, column: string, keys: Record<string, unknown>): SidecarEntry {
  return { columns: { [column]: source.columns.has(column) ? keys : { description: '…', ...keys } } };
}
