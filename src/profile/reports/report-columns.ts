import type { Source } from '../../model.ts';
import type { Report } from '../../problems/problem.ts';
import type { AlikeTexts } from '../evidence/alike-texts.ts';
import type { FoundDates } from '../evidence/date-formats.ts';
import type { ReadAgain } from '../evidence/findings.ts';
import { areMostlyNumbers, haveFlags, suffixesOf } from '../evidence/nearly-numeric.ts';
import { isNearlyNumeric } from '../evidence/non-numeric-values.ts';
import type { InspectedColumn } from '../profile-column.ts';
import { type Column, contradictionIn, datesIn, mismatchIn, signsIn, textsAmongNumbers } from './report-column.ts';
import { flagsIn } from './report-flags.ts';
import { labelsIn } from './report-labels.ts';
import { numberFormatsIn, pointsAt, whyPointsAreDoubtful } from './report-number-formats.ts';
import { sentinelIn } from './report-sentinels.ts';
import { sumsIn } from './report-sums.ts';
import { alikeTextsIn, digitsIn, isMostly, nullTextsIn, paddingIn, quotesIn, truthValuesIn } from './report-texts.ts';

/** Reasons to suspect a column, most useful first. At most one is reported, since they usually concern the same cells. */
const REASONS = {
  'mismatch': ({ firstMismatch }) => firstMismatch !== null,
  // A column declared as text has no evidence.
  'quoted': (profile) => profile.evidence !== null && isMostly('quoted', profile),
  'number format': ({ numberFormats, contradiction }) =>
    numberFormats.length > 0 && (!contradiction || ['integer', 'number'].includes(contradiction.claim.type)),
  'contradiction': ({ contradiction }) => contradiction !== null,
  'flags': haveFlags,
  'texts among numbers': (profile) => {
    const { firstNonNumeric, evidence } = profile;
    return firstNonNumeric !== null || (evidence !== null && (isNearlyNumeric(evidence) || areMostlyNumbers(profile)));
  },
} as const satisfies Record<string, (profile: InspectedColumn) => boolean>;

type Reason = keyof typeof REASONS;

/** Why a column is suspicious; null if it is not. If all its suffixes are in `flags`, they count as flags even if they look like units. */
function reasonOf(profile: InspectedColumn, flags: ReadonlySet<string>): Reason | null {
  const suffixes = suffixesOf(profile);
  if (suffixes.length > 0 && suffixes.every((suffix) => flags.has(suffix)) && areMostlyNumbers(profile)) return 'flags';
  return (Object.keys(REASONS) as Reason[]).find((reason) => REASONS[reason](profile)) ?? null;
}

/** The parts of a parsed table that the reports need. */
interface Table {
  /** Column names in the file. */
  columns: readonly string[];
  delimiter: string;
  /** Values that look the same as another value of their column, by column index. */
  alikeTexts: ReadonlyMap<number, readonly AlikeTexts[]>;
  /** Dates of columns whose values are not all dates in ISO 8601, by column index. */
  dates: ReadonlyMap<number, FoundDates>;
  /** Line of a record that was reported as a header row; null if none was reported. */
  headerLine: number | null;
  readAgain: ReadAgain;
}

/** Reports cells that contradict the description of their column, and cells whose meaning is unclear. */
export function reportColumns(
  source: Source,
  { columns, delimiter, alikeTexts, dates, headerLine, readAgain }: Table,
  profiles: readonly Column['profile'][],
  report: Report,
): void {
  const flags = new Set(profiles.filter(haveFlags).flatMap(suffixesOf));
  const all = profiles.map((profile, cell) => {
    // If the first non-numeric value is in a row already reported as a header, that explains why the column is text.
    const isOfHeader = headerLine !== null && profile.evidence?.first.place.line === headerLine;
    return { column: columns[cell] as string, cell, profile, reason: isOfHeader ? null : reasonOf(profile, flags) };
  });
  const withReason = (reason: Reason): Column[] => all.filter((it) => it.reason === reason);
  const pointsDoubt = whyPointsAreDoubtful(source, delimiter, all);
  // Columns whose strings are checked as well. In the others, the reported reason already concerns the strings.
  const texts = all.filter(({ reason }) => reason === null || reason === 'contradiction');
  const padded = source.format.trim === null ? texts.filter(({ profile }) => isMostly('padded', profile)) : [];
  const alike = texts.flatMap((it) => {
    const own = (alikeTexts.get(it.cell) ?? []).filter((one) => !(one.differInBlanks && source.format.trim === false));
    return own.length === 0 || padded.includes(it) ? [] : { ...it, alikeTexts: own };
  });
  const isTrimSafe = isSafeToTrim(profiles, [...padded, ...alike]);
  const problems = [
    ...withReason('mismatch').flatMap((it) => mismatchIn(source, it)),
    ...withReason('contradiction').flatMap((it) => contradictionIn(source, it)),
    ...withReason('texts among numbers').flatMap((it) => textsAmongNumbers(source, it)),
    ...flagsIn(source, withReason('flags')),
    ...numberFormatsIn(source, withReason('number format'), all),
    ...quotesIn(source, withReason('quoted')),
    ...all.flatMap((it) =>
      it.profile.thousandsPoints && pointsDoubt !== null
        ? [pointsAt(source, it, it.profile.thousandsPoints.first, pointsDoubt)]
        : signsIn(source, it),
    ),
    ...texts.flatMap((it) => nullTextsIn(source, it, it.reason === null)),
    ...texts.flatMap((it) => datesIn(source, it, dates.get(it.cell))),
    ...paddingIn(source, padded),
    ...alike.flatMap((it) => it.alikeTexts.map((one) => alikeTextsIn(source, it, one, isTrimSafe))),
  ];
  for (const it of problems) report(it);
  // These checks come last because they read the file again, which may fail.
  for (const it of all) {
    for (const find of [truthValuesIn, digitsIn, sentinelIn])
      for (const one of find(source, it, readAgain)) report(one);
  }
  for (const it of [...sumsIn(source, all, readAgain), ...labelsIn(source, all, readAgain)]) report(it);
}

/** Whether, as far as the profiles show, trimming cells changes only values that are reported and turns none into null. */
function isSafeToTrim(profiles: readonly InspectedColumn[], reported: readonly Column[]): boolean {
  return profiles.every(
    (profile) =>
      profile.nullTexts.blanks.length === 0 &&
      (!profile.suspiciousTexts?.padded || reported.some((it) => it.profile === profile)),
  );
}
