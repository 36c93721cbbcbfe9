/**
 * Null tokens that publishers use, matched exactly. They mean null only in a column whose other values are all numbers: in a text column,
 * `NA` may be Namibia. The set contains no numbers such as -9999: only a column's description can declare a number to be null.
 */
export const NULL_TOKENS: ReadonlySet<string> = new Set(
  'NA N/A n/a #N/A #NA <NA> NULL null NaN nan -NaN -nan None - .. :'.split(' '),
);

/** Null tokens with letters. `SIGNS` matches the others. */
const WORDS = [...NULL_TOKENS].filter((token) => /[a-z]/i.test(token));

/** Matches abbreviations of two words, the first of which probably means "no" or "without": `k. A.` (keine Angabe), `s/d` (sin dato). */
const ABBREVIATION = '[bknosu]\\.\\s?\\p{L}\\.?|[bknos]/\\p{L}';

/** Phrases for a missing or secret value in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish and Russian. */
const PHRASES = [
  ...['not available', 'not applicable', 'no data', 'unknown', 'missing', 'undefined', 'tbd'],
  ...['confidential', 'suppressed'],
  ...['keine angaben?', 'nicht verfügbar', 'unbekannt', 'geheim', 'fehlt', 'entfällt'],
  ...['non disponible', 'inconnue?', 'manquante?', 'sin datos?', 'no disponible', 'desconocid[oa]'],
  ...['non disponibile', 'sconosciuto', 'sem dados', 'não disponível', 'onbekend', 'niet beschikbaar'],
  ...['brak danych', 'brak', 'нет данных', 'неизвестно'],
];

/** Matches text that contains no letter, no numeric character, and no currency, percent, degree, plus or comparison sign. */
const SIGNS = '[^\\p{L}\\p{N}\\p{Sc}%‰°+<>≤≥=]+';

/** Spreadsheet errors such as `#REF!`, `#¡DIV/0!` and `#NV`, and null as written by databases and statistics programs: `\N`, `.A`. */
const MARKS_OF_PROGRAMS = '#¡?[\\p{Lu}/0]+[!?]|#n/?[adv]|\\\\n|\\.[a-z_]';

const NULL_MARK = new RegExp(
  `^(?:${SIGNS}|${MARKS_OF_PROGRAMS}|n\\.[acdkrsv]\\.?|n[acdkrsv]\\.|${ABBREVIATION}|\\([a-z]\\)|${PHRASES.join('|')}|${WORDS.join('|')})$`,
  'iu',
);

/**
 * Whether a string looks like null: for example, it contains only punctuation, or is a spreadsheet error, an abbreviation such as `n.d.`
 * or `k. A.`, or a phrase such as "no data". Most such strings are not in `NULL_TOKENS`, and looking like null is not enough for a string
 * to be published as null.
 */
export function looksLikeNull(text: string): boolean {
  return NULL_MARK.test(text) || /^n[acdkrsv]$/.test(text);
}

/** Null tokens of these shapes may be ordinary values: codes such as `NA` beside `FR`, words such as `None` beside `Mild`, and signs. */
const SHAPES: readonly RegExp[] = [/^\p{Lu}{1,4}$/u, /^\p{Lu}\p{Ll}+$/u, /^[^\p{L}\p{N}]{1,2}$/u];

/**
 * Whether a null token in a text column probably means null: it can mean nothing else, or most of the other values have a different shape.
 * `others` is a sample of the other values. If it includes `+`, then `-` is probably a minus sign, not null.
 */
export function suggestsNull(token: string, others: readonly string[]): boolean {
  if (token === '-' && others.includes('+')) return false;
  // `NULL` has the shape of a code, but can only mean null.
  const shape = token === 'NULL' ? undefined : SHAPES.find((it) => it.test(token));
  if (!shape) return true;
  const alike = others.filter((text) => shape.test(text)).length;
  return others.length > 0 && alike * 2 < others.length;
}
