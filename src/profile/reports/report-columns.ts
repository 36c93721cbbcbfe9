import type { Source } from '../../model.ts';
import type { Report } from '../../problems/problem.ts';
import type { AlikeTexts } from '../evidence/alike-texts.ts';
import type { FoundDates } from '../evidence/date-formats.ts';
import type { ReadAgain } from '../evidence/findings.ts';
import type { InspectedColumn } from '../evidence/inspected-column.ts';
import { areMostlyNumbers, haveFlags, isNearlyNumeric, suffixesOf } from '../evidence/nearly-numeric.ts';
import {
  type Column,
  contradictionIn,
  datesIn,
  forbiddenNullIn,
  mismatchIn,
  signsIn,
  textsAmongNumbers,
} from './report-column.ts';
import { flagsIn } from './report-flags.ts';
import { numberFormatsIn, pointsAt, whyPointsAreDoubtful } from './report-number-formats.ts';
import { sentinelIn } from './report-sentinels.ts';
import { sumsIn } from './report-sums.ts';
import {
  alikeTextsIn,
  digitsIn,
  isMostlyPadded,
  isMostlyQuoted,
  nullTextsIn,
  paddingIn,
  quotesIn,
  truthValuesIn,
} from './report-texts.ts';

/**
 * The reasons why a column's values are probably not what they seem, the most useful first. A column gets one problem for them, since all
 * of them concern the same cells.
 */
const REASONS = {
  'mismatch': ({ firstMismatch }) => firstMismatch !== null,
  'quoted': isMostlyQuoted,
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

/** Why a column is doubtful; null if it is not. `flags` are those of other columns: what looks like a unit of this one may be a flag. */
function reasonOf(profile: InspectedColumn, flags: ReadonlySet<string>): Reason | null {
  const suffixes = suffixesOf(profile);
  if (suffixes.length > 0 && suffixes.every((suffix) => flags.has(suffix)) && areMostlyNumbers(profile)) return 'flags';
  return (Object.keys(REASONS) as Reason[]).find((reason) => REASONS[reason](profile)) ?? null;
}

/** What the reports need to know of a parsed table. */
interface Table {
  /** Names of the columns in the file. */
  columns: readonly string[];
  delimiter: string;
  /** By column, texts that look like another text of the column. */
  alikeTexts: ReadonlyMap<number, readonly AlikeTexts[]>;
  /** By column, dates that are not in ISO 8601. */
  dates: ReadonlyMap<number, FoundDates>;
  /** Line of a record that was reported as a header; null if there is none. */
  headerLine: number | null;
  readAgain: ReadAgain;
}

/**
 * Reports how the cells of each column contradict its description, and what the publisher may have meant. Cells of a column are reported
 * once, for one cause.
 */
export function reportColumns(
  source: Source,
  { columns, delimiter, alikeTexts, dates, headerLine, readAgain }: Table,
  profiles: readonly Column['profile'][],
  report: Report,
): void {
  const flags = new Set(profiles.filter(haveFlags).flatMap(suffixesOf));
  const all = profiles.map((profile, cell) => {
    // A column has texts among numbers if a record is a header.
    const isOfHeader = headerLine !== null && profile.evidence?.first.place.line === headerLine;
    return { column: columns[cell] as string, cell, profile, reason: isOfHeader ? null : reasonOf(profile, flags) };
  });
  const withReason = (reason: Reason): Column[] => all.filter((it) => it.reason === reason);
  const pointsDoubt = whyPointsAreDoubtful(source, delimiter, profiles);
  // Reports of texts. A contradiction concerns other cells; any other reason concerns the same ones.
  const texts = all.filter(({ reason }) => reason === null || reason === 'contradiction');
  const padded = source.format.trim === null ? texts.filter(({ profile }) => isMostlyPadded(profile)) : [];
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
    ...numberFormatsIn(source, withReason('number format'), profiles),
    ...quotesIn(source, withReason('quoted')),
    ...all.flatMap((it) => [
      ...forbiddenNullIn(source, it),
      ...(it.profile.thousandsPoints && pointsDoubt !== null
        ? [pointsAt(source, it, it.profile.thousandsPoints.first, pointsDoubt)]
        : signsIn(source, it)),
    ]),
    ...texts.flatMap((it) => nullTextsIn(source, it, it.reason === null)),
    ...texts.flatMap((it) => datesIn(source, it, dates.get(it.cell))),
    ...paddingIn(source, padded),
    ...alike.flatMap((it) => it.alikeTexts.map((one) => alikeTextsIn(source, it, one, isTrimSafe))),
  ];
  for (const it of problems) report(it);
  // These read the file again, which may fail.
  for (const it of all) {
    for (const find of [truthValuesIn, digitsIn, sentinelIn])
      for (const one of find(source, it, readAgain)) report(one);
  }
  for (const it of sumsIn(source, all, readAgain)) report(it);
}

/** Whether leaving out the blanks around cells changes only texts that are reported, and leaves no cell empty. */
function isSafeToTrim(profiles: readonly InspectedColumn[], reported: readonly Column[]): boolean {
  return profiles.every(
    (profile) =>
      profile.nullTexts.blanks.length === 0 &&
      (!profile.suspiciousTexts?.padded || reported.some((it) => it.profile === profile)),
  );
}
