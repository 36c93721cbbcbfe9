import type { Source } from '../../model.ts';
import type { Report } from '../../problems/problem.ts';
import type { FoundDates } from '../evidence/date-formats.ts';
import { areMostlyNumbers, haveFlags, isNearlyNumeric } from '../evidence/nearly-numeric.ts';
import type { Twins } from '../evidence/twins.ts';
import type { InspectedColumn } from '../inspected-column.ts';
import { reportContradiction, reportForbiddenNull, reportMismatch, reportTextsAmongNumbers } from './report-column.ts';
import { reportDates } from './report-dates.ts';
import { reportFlags } from './report-flags.ts';
import { reportNullTexts } from './report-null-texts.ts';
import { reportNumberFormats, reportPoints, whyPointsAreDoubtful } from './report-number-formats.ts';
import { reportSigns } from './report-signs.ts';
import { isMostlyPadded, isMostlyQuoted, reportPadding, reportQuotes } from './report-texts.ts';
import { reportTwins } from './report-twins.ts';

/**
 * The reasons why a column's values are probably not what they seem, the most useful first. A column gets one problem for them, since all of
 * them concern the same cells.
 */
const REASONS = {
  'mismatch': ({ firstMismatch }) => firstMismatch !== null,
  'quoted': isMostlyQuoted,
  'number format': ({ numberFormats, contradiction }) =>
    numberFormats.length > 0 && (!contradiction || ['integer', 'number'].includes(contradiction.claim.type)),
  'contradiction': ({ contradiction }) => contradiction !== null,
  'flags': isFlagged,
  'texts among numbers': (profile) => {
    const { firstNonNumeric, evidence } = profile;
    return firstNonNumeric !== null || (evidence !== null && (isNearlyNumeric(evidence) || isMostlyNumbers(profile)));
  },
} as const satisfies Record<string, (profile: InspectedColumn) => boolean>;

type Reason = keyof typeof REASONS;

/** Why a column is doubtful. `flags` are those of other columns: what looks like the unit of a whole column is one of them. */
function reasonOf(profile: InspectedColumn, flags: ReadonlySet<string>): Reason | null {
  const suffixes = [...(profile.mixture?.suffixes.keys() ?? [])];
  if (suffixes.length > 0 && suffixes.every((suffix) => flags.has(suffix)) && isMostlyNumbers(profile)) return 'flags';
  return (Object.keys(REASONS) as Reason[]).find((reason) => REASONS[reason](profile)) ?? null;
}

/** Whether a column has texts among numbers because a record is a header. */
function isOfHeader({ evidence }: InspectedColumn, headerLine: number | null): boolean {
  return headerLine !== null && evidence?.first.place.line === headerLine;
}

function isMostlyNumbers({ mixture, evidence }: InspectedColumn): boolean {
  return mixture !== null && evidence !== null && areMostlyNumbers(mixture, evidence);
}

function isFlagged(profile: InspectedColumn): boolean {
  const { mixture, evidence } = profile;
  return mixture !== null && evidence !== null && isMostlyNumbers(profile) && haveFlags(mixture, evidence.numbers);
}

/** What the reports need to know of a parsed table. */
interface Table {
  /** Names of the columns in the file. */
  columns: readonly string[];
  delimiter: string;
  /** By column, texts that look like another text of the column. */
  twins: ReadonlyMap<number, readonly Twins[]>;
  /** By column, dates that are not in ISO 8601. */
  dates: ReadonlyMap<number, FoundDates>;
  /** Line of a record that was reported as a header; null if there is none. */
  headerLine: number | null;
}

/**
 * Reports how the cells of each column contradict its description, and what the publisher may have meant. Cells of a column are reported
 * once, for one cause.
 */
export function reportColumns(
  source: Source,
  { columns, delimiter, twins, dates, headerLine }: Table,
  profiles: readonly InspectedColumn[],
  report: Report,
): void {
  const flags = new Set(profiles.filter(isFlagged).flatMap(({ mixture }) => [...(mixture?.suffixes.keys() ?? [])]));
  const all = profiles.map((profile, index) => ({
    column: columns[index] as string,
    profile,
    reason: isOfHeader(profile, headerLine) ? null : reasonOf(profile, flags),
    dates: dates.get(index),
    twins: (twins.get(index) ?? []).filter((it) => !(it.differInBlanks && source.format.trim === false)),
  }));
  const withReason = (reason: Reason): typeof all => all.filter((it) => it.reason === reason);
  const pointsDoubt = whyPointsAreDoubtful(source, delimiter, profiles);
  for (const { column, profile } of withReason('mismatch')) reportMismatch(source, column, profile, report);
  for (const { column, profile } of withReason('contradiction')) reportContradiction(source, column, profile, report);
  for (const it of withReason('texts among numbers')) reportTextsAmongNumbers(source, it.column, it.profile, report);
  reportFlags(source, withReason('flags'), report);
  reportNumberFormats(source, withReason('number format'), profiles, report);
  reportQuotes(source, withReason('quoted'), report);
  for (const { column, profile } of all) {
    reportForbiddenNull(source, column, profile, report);
    const { thousandsPoints } = profile;
    if (pointsDoubt !== null && thousandsPoints)
      reportPoints(source, column, thousandsPoints.first, pointsDoubt, report);
    else reportSigns(source, column, profile, report);
  }
  // These concern other cells than a contradiction does, and the texts that any other reason concerns.
  const texts = all.filter(({ reason }) => reason === null || reason === 'contradiction');
  for (const { column, profile, reason } of texts) {
    reportNullTexts(source, column, profile, reason === null, report);
  }
  for (const it of texts) if (it.dates) reportDates(source, it.column, it.dates, report);
  const padded = source.format.trim === null ? texts.filter(({ profile }) => isMostlyPadded(profile)) : [];
  reportPadding(source, padded, report);
  const alike = texts.filter((it) => it.twins.length > 0 && !padded.includes(it));
  const isTrimSafe = isSafeToTrim(profiles, [...padded, ...alike]);
  for (const { column, twins } of alike) {
    for (const it of twins) reportTwins(source, column, it, isTrimSafe, report);
  }
}

/** Whether leaving out the blanks around cells changes only texts that are reported, and leaves no cell empty. */
function isSafeToTrim(
  profiles: readonly InspectedColumn[],
  reported: readonly { profile: InspectedColumn }[],
): boolean {
  return profiles.every(
    (profile) =>
      profile.nullTexts.blanks.length === 0 &&
      (!profile.suspiciousTexts?.padded || reported.some((it) => it.profile === profile)),
  );
}
