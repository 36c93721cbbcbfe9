import type { EditionBounds } from '../model.ts';
import { formatCount, groupDigits } from '../problems/format-problem.ts';
import { advice } from '../problems/name-command.ts';
import { type Problem, type ProblemCode, problem } from '../problems/problem.ts';
import { quoteText } from '../problems/quote-text.ts';
import { DEFAULT_BOUNDS } from './bounds.ts';
import { columnsOf, compareColumns, type Edition, type EditionColumn, keyOf, laterTimes } from './edition.ts';
import { type Finding, isTime, listed, percent, type SharedColumn } from './finding.ts';
import { judgeNewest } from './judge-newest.ts';
import { judgeNumbers } from './judge-numbers.ts';
import { judgeRecords } from './judge-records.ts';
import { goneValues } from './judge-values.ts';
import { FEW_MATCHED, matchedRecords, type RecordsOfEdition } from './records.ts';

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
  const { pairs } = records;
  const findings = [
    ...(set.columns ? judgeColumns(last, next) : []),
    ...rows,
    ...(next.schema.row_count > 0 ? goneValues(last, shared, pairs, set.goneValues) : []),
    // What follows from missing rows is no news.
    ...(rows.length > 0
      ? []
      : [
          ...(set.types ? shared.flatMap(judgeType) : []),
          ...(set.span ? judgeSpan(last, next) : []),
          ...(set.key ? judgeKey(last, next, records) : []),
          ...shared.flatMap((column) => judgeNulls(column, set.nullShare)),
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
      index < MOST_SHOWN - 1
        ? it
        : { ...it, message: `${it.message}; and ${groupDigits(others)} more of the same kind` },
    );
  });
}

/**
 * Judges numbers. In records that both editions have, a mistake that explains the differences says more than distributions do, and these
 * say more than how far values have moved.
 */
function judgeMoves(
  last: Edition,
  next: Edition,
  shared: readonly SharedColumn[],
  { pairs, newest }: RecordsOfEdition,
  bounds: Required<EditionBounds>,
): Finding[] {
  const inRecords = judgeRecords(pairs, last, next, bounds);
  if (inRecords.some(({ bound }) => bound === 'numbers')) return inRecords;
  const isMatched = matchedRecords(pairs).length >= Math.max(FEW_MATCHED, pairs.length / 2);
  const distributed = judgeNumbers(last, next, shared, isMatched, bounds);
  if (distributed.length > 0) return distributed;
  return inRecords.length > 0 || !bounds.numbers ? inRecords : judgeNewest(last, next, newest);
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
  // A young table doubles by the second year.
  const isLonger = laterTimes(last, next) !== null && rowsAtATime(next) < rowsAtATime(last) * maxRows;
  if (before > 0 && now >= before * maxRows && now - before >= FEW_NEW && !isLonger) {
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

/** The number of rows that each time has on average. */
function rowsAtATime({ schema, profile }: Edition): number {
  const times = profile.columns.find(({ name }) => name === profile.time_span?.column)?.distinct_count ?? 0;
  return schema.row_count / times;
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
            `${formatCount(removed.length, 'column')} of the last edition ${removed.length === 1 ? 'is' : 'are'} missing: ${listed(removed)}`,
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
    return found(`has ${kindOf(before)} in the last edition, and others in this one`);
  }
  if (before.type === now.type || (before.type === 'int64' && now.type === 'float64')) return [];
  if (before.type === 'float64' && now.type === 'int64') {
    if ((now.stats?.count ?? 0) < FEW_VALUES) return [];
    return found('has decimals in the last edition, and only whole numbers in this one');
  }
  return found(`has ${kindOf(before)} in the last edition, and ${kindOf(now)} in this one`);
}

function kindOf(column: EditionColumn): string {
  return isTime(column) ? `${column.format} values` : TYPE_NAMES[column.type];
}

/** A time that is later than the last one by more years than this, and than the whole span, was mistyped. */
const FEW_YEARS = 10;

function judgeSpan(last: Edition, next: Edition): Finding[] {
  const [before, now] = [last.profile.time_span, next.profile.time_span];
  if (!before || !now || before.column !== now.column || typeof before.to !== typeof now.to) return [];
  if (before.to === null || now.to === null) return [];
  const yearOf = (time: unknown): number => Number.parseInt(String(time), 10);
  const later = yearOf(now.to) - yearOf(before.to);
  const isFar = later > Math.max(FEW_YEARS, yearOf(before.to) - yearOf(before.from));
  if (now.to >= before.to && !isFar) return [];
  const than = isFar ? `${later} years after the last edition` : `and with ${before.to} in the last edition`;
  return [{ code: 'edition-span', message: `${quoteText(now.column)} ends with ${now.to}, ${than}`, bound: 'span' }];
}

function judgeKey(last: Edition, next: Edition, records: RecordsOfEdition): Finding[] {
  const key = keyOf(last);
  const [before, now] = [columnsOf(last), columnsOf(next)];
  const found = (message: string, line: number | null = null): Finding => ({
    ...{ code: 'edition-key', message, bound: 'key', line },
  });
  const emptied = key.filter((name) => (now.get(name)?.null_count ?? 0) > 0);
  if (emptied.length > 0) {
    return emptied.map((name) => {
      const nulls = formatCount(now.get(name)?.null_count ?? 0, 'record');
      return found(`${quoteText(name)} identifies records, and is null in ${nulls}`);
    });
  }
  const line = mayRepeat(key, next, before, now) ? records.repeatedLine(key) : null;
  if (line === null) return [];
  const names = key.map(quoteText).join(' and ');
  return key.length === 1
    ? [found(`${names} is different in each record of the last edition, and is repeated in this one`, line)]
    : [found(`${names} together identify each record of the last edition, and are repeated in this one`, line)];
}

/** Whether columns that identified each record may have stopped doing so, as far as profiles show. */
function mayRepeat(
  key: readonly string[],
  next: Edition,
  before: ReadonlyMap<string, EditionColumn>,
  now: ReadonlyMap<string, EditionColumn>,
): boolean {
  const [first = ''] = key;
  if (key.length === 0 || key.some((name) => now.get(name)?.type !== before.get(name)?.type)) return false;
  if (key.length === 1) return now.get(first)?.is_unique === false;
  // Months that were those of a single year need the year to identify records once they are those of two.
  const found = next.profile.key_columns;
  const isRefined =
    key.every((name) => found?.includes(name)) &&
    found?.every((name) => key.includes(name) || isTime(now.get(name) as EditionColumn)) === true;
  return !isRefined;
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
  ...(['cells-merged', 'labels-differ', 'null-tokens-kept'] as const),
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
