import { suggestsNull } from '../../contract/null-tokens.ts';
import type { Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { type Cure, cure, keyText } from '../../problems/sidecar-patch.ts';
import type { Found, InspectedColumn, NullTexts } from '../inspected-column.ts';
import { columnPatch } from './report-column.ts';

/** Most spellings of null that a patch lists. */
const MAX_LISTED = 10;

const HELP = 'If they are values, set the "type" of the column to "object".';

/**
 * Reports cells of a text column that look like null, but are published as texts: blank ones and, if `includesTokens`, null tokens that differ
 * from the column's other values.
 */
export function reportNullTexts(
  source: Source,
  column: string,
  profile: InspectedColumn,
  includesTokens: boolean,
  report: Report,
): void {
  const { blanks } = profile.nullTexts;
  const tokens = includesTokens ? nullTokensOf(profile, source.columns.get(column)?.description ?? '') : [];
  if (blanks.length + tokens.length === 0) return;
  const cures = curesOf(source, column, [...blanks, ...tokens]);
  const [blank] = blanks;
  if (blank) {
    const message = `blank cells in the text column "${column}": ${countOf(blanks)} (${listOf(blanks)}); they are published as texts; this is the first`;
    report(problem('cells-blank', { file: source.file, place: firstOf(blanks) }, message, HELP, cures));
  }
  if (tokens.length > 0) {
    const message = `cells of the text column "${column}" that look like null: ${countOf(tokens)} (${listOf(tokens)}); they are published as texts; this is the first`;
    report(problem('null-tokens-kept', { file: source.file, place: firstOf(tokens) }, message, HELP, cures));
  }
}

/** The null tokens of a column that are probably not values. The publisher knows of those that the column's description mentions. */
function nullTokensOf({ nullTexts, samples, evidence }: InspectedColumn, description: string): NullTexts['tokens'] {
  if (nullTexts.tokens.length === 0) return [];
  const tokens = new Set(nullTexts.tokens.map(({ text }) => text));
  const values = samples.map((sample) => (JSON.parse(sample) as string).trim());
  const others = [...values, ...(evidence?.nonNumeric ?? [])].filter((text) => text !== '' && !tokens.has(text));
  const words = new Set(description.split(/[\s,;:()"'“”‘’]+/));
  return nullTexts.tokens.filter(({ text }) => suggestsNull(text, others) && !(/\p{L}/u.test(text) && words.has(text)));
}

/** The entry that declares all of these texts as null, in addition to the spellings that are declared. */
function curesOf(source: Source, column: string, texts: readonly { text: string }[]): Cure[] {
  const declared = (source.columns.get(column) ?? source.format).missing ?? [];
  // Any ASCII blank stands for all.
  const ascii = texts.find(({ text }) => isAsciiBlank(text));
  const missing = texts.filter((it) => it === ascii || !isAsciiBlank(it.text)).map(({ text }) => text);
  if (missing.length > MAX_LISTED) return [];
  return [cure(columnPatch(column, { missing: [...declared, ...missing] }), 'If they mean null')];
}

function isAsciiBlank(text: string): boolean {
  return /^[ \t\n\v\f\r]+$/.test(text);
}

function countOf(texts: readonly Found[]): number {
  return texts.reduce((sum, it) => sum + it.count, 0);
}

function firstOf(texts: readonly Found[]): Found['first'] {
  const firsts = texts.map(({ first }) => first);
  return firsts.reduce((a, b) => (b.line < a.line ? b : a));
}

/** Most spellings that a message names. */
const MAX_NAMED = 3;

/** The spellings in quotes; characters that cannot be seen are escaped. */
function listOf(texts: readonly { text: string }[]): string {
  const named = texts.slice(0, MAX_NAMED).map(({ text }) => keyText('', text).slice('"": '.length));
  return `${named.join(', ')}${texts.length > MAX_NAMED ? ', …' : ''}`;
}
