import type { EditionBounds } from '../model.ts';
import { formatCount, groupDigits } from '../problems/format-problem.ts';
import { advice } from '../problems/name-command.ts';
import { type Problem, type ProblemCode, problem } from '../problems/problem.ts';
import { quoteText } from '../problems/quote-text.ts';
import { DEFAULT_BOUNDS } from './bounds.ts';
import { columnsOf, compareColumns, type Edition, type EditionColumn } from './edition.ts';
import { type Finding, isTime, percent, type SharedColumn } from './finding.ts';
import { judgeNumbers } from './judge-numbers.ts';
import { judgeRecords, type RecordPairs } from './judge-records.ts';
import { goneValues } from './judge-values.ts';

/** What a judgement needs besides the documents of two editions, read from their records only if it is asked for. */
export interface RecordsOfEdition {
  /** Whether the records of the new edition are the first of the last edition, whose other records are missing. */
  isCutOff(): boolean;
  /** Records of the last edition, and those of the new one with the same key. */
  pairs: RecordPairs;
  /** Line of the first record whose values in these columns, taken together, an earlier record has too; null if there is none. */
  repeatedLine(columns: readonly string[]): number | null;
}

/**
 * Compares an edition with the last one that was published, and returns a problem for each difference that exceeds a bound: such an edition
 * must not be published unless the publisher accepts it. `file` is the path of its data file, and `config` the dataset's name.
 */
export function judgeEdition(
  last: Edition,
  next: Edition,
  records: RecordsOfEdition,
  { file, config, bounds }: { file: string; config: string; bounds: EditionBounds },
): Problem[] {
  const set = { ...DEFAULT_BOUNDS, ...bounds };
  const [before, now] = [columnsOf(last), columnsOf(next)];
  const shared: SharedColumn[] = [...before].flatMap(([name, column]) => {
    const other = now.get(name);
    return other ? [[name, column, other] as const] : [];
  });
  const rows = judgeRows(last, next, records, set);
  const findings = [
    ...rows,
    ...(set.columns ? judgeColumns(last, next) : []),
    // What follows from missing rows is no news.
    ...(rows.length > 0
      ? []
      : [
          ...(set.types ? shared.flatMap(judgeType) : []),
          ...(set.span ? judgeSpan(last, next) : []),
          ...(set.key ? judgeKey(last, next, records) : []),
          ...shared.flatMap((column) => judgeNulls(column, set.nullShare)),
          ...goneValues(last, shared, set.goneValues),
          ...judgeMoves(last, next, shared, records, set),
        ]),
    ...(set.doubts ? judgeDoubts(last, next) : []),
  ];
  return firstOfEach(findings).map(({ code, message, bound, line }) => {
    const help = advice`Correct the file. If it is right, run {almanac accept --} ${config}; if such changes are usual here, set "${bound}" under "editions" in the sidecar.`;
    return problem(code, { file, place: line == null ? null : { line, column: 1, excerpt: '' } }, message, help);
  });
}

/** Number of findings of one kind that are reported one by one. */
const MOST_SHOWN = 3;

/** The first findings of each kind; the last one of these counts the others. */
function firstOfEach(findings: readonly Finding[]): Finding[] {
  return [...Map.groupBy(findings, ({ code, bound }) => `${code} ${bound}`).values()].flatMap((alike) => {
    const others = alike.length - MOST_SHOWN;
    const shown = alike.slice(0, MOST_SHOWN);
    if (others <= 0) return shown;
    return shown.map((it, index) =>
      index < MOST_SHOWN - 1 ? it : { ...it, message: `${it.message}; so with ${formatCount(others, 'other column')}` },
    );
  });
}

/** Judges numbers by their distributions, and, if these show nothing, record by record. */
function judgeMoves(
  last: Edition,
  next: Edition,
  shared: readonly SharedColumn[],
  { pairs }: RecordsOfEdition,
  bounds: Required<EditionBounds>,
): Finding[] {
  const moved = judgeNumbers(last, next, shared, bounds);
  return moved.length > 0 ? moved : judgeRecords(pairs, last, next, bounds);
}

/** Losing a single row is a correction, however few there are. */
const FEW_LOST = 1;
/** A table that grows by fewer rows than this is young, and not doubled. */
const FEW_NEW = 10;

function judgeRows(
  last: Edition,
  next: Edition,
  records: RecordsOfEdition,
  { minRows, maxRows }: Required<EditionBounds>,
): Finding[] {
  const [before, now] = [last.schema.row_count, next.schema.row_count];
  const found = (bound: keyof EditionBounds, message: string): Finding[] => [{ code: 'edition-rows', message, bound }];
  const counts = `the last edition has ${formatCount(before, 'row')}, this one ${now === 0 ? 'none' : groupDigits(now)}`;
  const isFewer = now < before * minRows && before - now > FEW_LOST;
  if (before > 0 && (isFewer || (now === 0 && minRows > 0))) {
    return found('minRows', `${counts}: ${percent(1 - now / before)} fewer; at most ${percent(1 - minRows)} may go`);
  }
  if (before > 0 && now >= before * maxRows && now - before >= FEW_NEW) {
    const times = Math.round((now / before) * 100) / 100;
    return found('maxRows', `${counts}: ${times} times as many; fewer than ${maxRows} times are expected`);
  }
  if (minRows > 0 && now < before && records.isCutOff()) {
    return found(
      'minRows',
      `${counts}, which are the first of the last edition: the file seems to be cut off at its end`,
    );
  }
  return [];
}

function judgeColumns(last: Edition, next: Edition): Finding[] {
  const { removed, renamed } = compareColumns(last, next);
  const found = (message: string): Finding => ({ code: 'edition-columns', message, bound: 'columns' });
  return [
    ...renamed.map(({ from, to }) =>
      found(`the column ${quoteText(from)} is now ${quoteText(to)}: readers’ programs ask for the old name`),
    ),
    ...(removed.length === 0
      ? []
      : [
          found(
            `${removed.length === 1 ? 'a column of the last edition is' : `${removed.length} columns of the last edition are`} missing: ${removed.slice(0, 5).map(quoteText).join(', ')}${removed.length > 5 ? ', …' : ''}`,
          ),
        ]),
  ];
}

const TYPE_NAMES = { int64: 'whole numbers', float64: 'numbers', object: 'text' } as const;
/** From this number of values on, numbers with decimals do not become whole numbers by chance. */
const FEW_VALUES = 12;

function judgeType([name, before, now]: SharedColumn): Finding[] {
  if (before.distinct_count === 0 || now.distinct_count === 0) return [];
  const found = (message: string): Finding[] => [
    { code: 'edition-types', message: `the column ${quoteText(name)} ${message}`, bound: 'types' },
  ];
  if (isTime(before) && before.format !== now.format && now.type === before.type) {
    return found(`has ${before.format} values in the last edition, and others in this one`);
  }
  if (before.type === now.type || (before.type === 'int64' && now.type === 'float64')) return [];
  if (before.type === 'float64' && now.type === 'int64') {
    if ((now.stats?.count ?? 0) < FEW_VALUES) return [];
    return found('has decimals in the last edition, and only whole numbers in this one');
  }
  return found(`is ${TYPE_NAMES[before.type]} in the last edition, and ${TYPE_NAMES[now.type]} in this one`);
}

function judgeSpan(last: Edition, next: Edition): Finding[] {
  const [before, now] = [last.profile.time_span, next.profile.time_span];
  if (!before || !now || before.column !== now.column || typeof before.to !== typeof now.to) return [];
  if (before.to === null || now.to === null || now.to >= before.to) return [];
  const message = `${quoteText(now.column)} ends with ${now.to}, and with ${before.to} in the last edition`;
  return [{ code: 'edition-span', message, bound: 'span' }];
}

function judgeKey(last: Edition, next: Edition, records: RecordsOfEdition): Finding[] {
  const key = last.profile.key_columns;
  const now = columnsOf(next);
  // Months that were those of a single year need the year to identify records once they are those of two.
  const isRefined = (found: readonly string[] | null): boolean =>
    key?.every((name) => found?.includes(name)) === true &&
    found?.every((name) => key.includes(name) || isTime(now.get(name) as EditionColumn)) === true;
  if (!key || isRefined(next.profile.key_columns) || !key.every((name) => now.has(name))) return [];
  const [first] = key as [string];
  // Amounts may differ in all records by chance, and then no longer.
  if (key.some((name) => next.profile.measures.includes(name))) return [];
  if (key.length === 1 && now.get(first)?.is_unique === true) return [];
  const line = records.repeatedLine(key);
  if (line === null) return [];
  const names = key.map(quoteText).join(' and ');
  const message =
    key.length === 1
      ? `${names} identifies each record of the last edition, and is repeated in this one`
      : `${names} together identify each record of the last edition, and are repeated in this one`;
  return [{ code: 'edition-key', message, bound: 'key', line }];
}

function judgeNulls([name, before, now]: SharedColumn, bound: number): Finding[] {
  const [was, is] = [before.null_share ?? 0, now.null_share ?? 0];
  if (is - was <= bound) return [];
  const message = `the column ${quoteText(name)} is null in ${percent(is)} of the records, and in ${percent(was)} of the last edition’s: more than ${percent(bound)} of them are new`;
  return [{ code: 'edition-nulls', message, bound: 'nullShare' }];
}

/** Hints that show a file to have been read or made otherwise than the last one. */
const DOUBTS: ReadonlySet<string> = new Set<ProblemCode>([
  ...(['mojibake', 'replacement-character', 'header-doubtful', 'footer-doubtful', 'sections-doubtful'] as const),
  ...(['rows-repeated', 'totals-row', 'nearly-numeric', 'number-format', 'date-format', 'sign-doubtful'] as const),
  ...(['cells-merged', 'labels-differ'] as const),
]);

function judgeDoubts(last: Edition, next: Edition): Finding[] {
  const known = new Set(last.quality.hints.map(({ code }) => code));
  const found = next.quality.hints.filter(({ code }) => DOUBTS.has(code) && !known.has(code));
  return [...Map.groupBy(found, ({ code }) => code).values()].map(([hint]) => ({
    code: 'edition-doubtful',
    message: `this doubt is new since the last edition: ${hint?.message}`,
    bound: 'doubts',
    line: hint?.line ?? null,
  }));
}
