/**
 * Spellings of null that publishers use, exactly as listed. They are null only in a column whose other values are all numbers: in a
 * column of texts, `NA` is Namibia. None is a number, such as -9999: only the description of a column can say that a number is null.
 */
export const NULL_TOKENS: ReadonlySet<string> = new Set([
  'NA',
  'N/A',
  'n/a',
  '#N/A',
  '#NA',
  '<NA>',
  'NULL',
  'null',
  'NaN',
  'nan',
  '-NaN',
  '-nan',
  'None',
  '-',
  '..',
  ':',
]);

/** The null tokens that are words: letters, and the slash of an abbreviation. */
const WORDS = [...NULL_TOKENS].filter((token) => /^[a-z/]+$/i.test(token));

/**
 * Two words in short, of which the first is no, without, unknown, or the like: `n. v.`, `k. A.` (keine Angabe), `s/d` (sin dato), `b.d.`
 * (brak danych).
 */
const ABBREVIATION = '[bknosu]\\.\\s?\\p{L}\\.?|[bknos]/\\p{L}';

/** Words that say that a value is missing or secret: English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian. */
const PHRASES = [
  ...[
    'not available',
    'not applicable',
    'no data',
    'unknown',
    'missing',
    'undefined',
    'tbd',
    'confidential',
    'suppressed',
  ],
  ...['keine angaben?', 'nicht verfügbar', 'unbekannt', 'geheim', 'fehlt', 'entfällt'],
  ...['non disponible', 'inconnue?', 'manquante?', 'sin datos?', 'no disponible', 'desconocid[oa]'],
  ...['non disponibile', 'sconosciuto', 'sem dados', 'não disponível', 'onbekend', 'niet beschikbaar'],
  ...['brak danych', 'brak', 'нет данных', 'неизвестно'],
];

/** Signs alone, but no currency, percent sign, plus or comparison: these mean something. */
const SIGNS = '[^\\p{L}\\p{N}\\p{Sc}%‰°+<>≤≥=]+';

/** Errors of spreadsheets, such as `#REF!`, `#¡DIV/0!` and `#NV`, and how databases and statistical programs write null: `\\N`, `.A`. */
const MARKS_OF_PROGRAMS = '#¡?[\\p{Lu}/0]+[!?]|#n/?[adv]|\\\\n|\\.[a-z_]';

const NULL_MARK = new RegExp(
  `^(?:${SIGNS}|${MARKS_OF_PROGRAMS}|n\\.[acdkrsv]\\.?|n[acdkrsv]\\.|${ABBREVIATION}|\\([a-z]\\)|${PHRASES.join('|')}|${WORDS.join('|')})$`,
  'iu',
);

/**
 * Whether a string means null to everyone: signs without letters and digits, an error of a spreadsheet, an abbreviation
 * such as `n.d.` or `k. A.`, words such as "no data", or a null token that is a word, in upper or lower case. More strings
 * pass here than are null tokens, since the answer only leads to a hint, whereas a null token changes the published data.
 */
export function looksLikeNull(text: string): boolean {
  return NULL_MARK.test(text) || /^n[acdkrsv]$/.test(text);
}

/** Null tokens that may be values among others of the same shape: codes such as `NA` and `FR`, words such as `None` and `Mild`, signs. */
const SHAPES: readonly RegExp[] = [/^\p{Lu}{1,4}$/u, /^\p{Lu}\p{Ll}+$/u, /^[^\p{L}\p{N}]{1,2}$/u];
/** Null tokens that mean nothing else, although their shape is that of a word. */
const UNMISTAKABLE: ReadonlySet<string> = new Set(['NULL']);

/**
 * Whether a null token among texts probably means null: nothing but null is spelled so, or most of the column's other values have another
 * shape. `others` are some of them.
 */
export function suggestsNull(token: string, others: readonly string[]): boolean {
  if (token === '-' && others.includes('+')) return false;
  const shape = UNMISTAKABLE.has(token) ? undefined : SHAPES.find((it) => it.test(token));
  if (!shape) return true;
  const alike = others.filter((text) => shape.test(text)).length;
  return others.length > 0 && alike * 2 < others.length;
}
