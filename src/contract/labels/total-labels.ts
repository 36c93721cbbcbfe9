/* Labels of rows with totals, in many languages. */

/** Words for a total, and the prefixes that they may have, as in "subtotal" and "grand total". */
const TOTAL_WORDS = ['total', 'totals', 'totale', 'totales', 'totaal', 'totaux'] as const;
const TOTAL_PREFIXES = ['grand', 'sub'] as const;

/** Nouns for a sum, in English, German, French, Polish, Spanish and Portuguese. */
const SUM_NOUNS = ['sum', 'sums', 'summe', 'zwischensumme', 'somme', 'ensemble', 'suma', 'soma'] as const;

/**
 * Words for "altogether" in German, Polish, Czech, Slovak, Slovene, Croatian, Hungarian, Finnish, Scandinavian languages, Turkish, Greek,
 * Ukrainian and Russian. They may also end a label, as in "EU insgesamt".
 */
const ALTOGETHER = [
  ...['gesamt', 'insgesamt', 'zusammen', 'razem', 'ogółem', 'celkem', 'úhrnem', 'spolu', 'skupaj', 'ukupno'],
  ...['összesen', 'yhteensä', 'totalt', 'toplam', 'σύνολο', 'разом', 'усього', 'итого', 'всего'],
] as const;

/** Chinese and Japanese words for a sum, which may end a label without a space before them. */
const JOINED_SUMS = ['小计', '合计', '合計', '总计', '總計', '小計'] as const;
const SUM_WORDS = [...SUM_NOUNS, ...ALTOGETHER, ...JOINED_SUMS, '計'] as const;

/** All labels of totals, in lower case, with a space after a prefix. `isTotal` also accepts a hyphen instead of the space, or neither. */
export const TOTAL_LABELS: readonly string[] = [
  ...TOTAL_WORDS,
  ...TOTAL_PREFIXES.flatMap((prefix) => TOTAL_WORDS.map((word) => `${prefix} ${word}`)),
  ...SUM_WORDS,
];

/** First two letters, in lower case, of every label of a total that starts with two ASCII letters. */
export const TOTAL_LABEL_STARTS: ReadonlySet<string> = new Set(
  TOTAL_LABELS.map((label) => label.slice(0, 2)).filter((start) => /^[a-z]{2}$/.test(start)),
);

const TOTAL = new RegExp(
  `^(?:(?:(?:${TOTAL_PREFIXES.join('|')})[ -]?)?(?:${TOTAL_WORDS.join('|')})|${SUM_WORDS.join('|')})(?![\\p{L}\\p{N}])`,
  'iu',
);

/** Matches the end of a label such as "EU27 total" and "Deutschland insgesamt". */
const TOTAL_AT_END = new RegExp(
  `(?:(?<![\\p{L}\\p{N}])(?:${[...TOTAL_WORDS, ...ALTOGETHER].join('|')})|${JOINED_SUMS.join('|')})[\\s:：)]*$`,
  'iu',
);

/** Whether a string starts with a label of a total. */
export function isTotal(text: string | undefined): boolean {
  return text !== undefined && TOTAL.test(text.trim());
}

/** Whether a value stands for all others of its column, such as "Total" or "Both sexes", but not "All items excluding food". */
export function isWhole(text: string): boolean {
  const isAll =
    /計$|^(?:\d+ )?(?:riket|hela riket|hela landet|koko maa|genel)$|^(?:all|both|alle|beide|tous|toutes|todos|todas|ambos)(?:[ -]|$)/i;
  // Somme is a department, too.
  const isPart = /\b(?:exclud|except|without|ohne|hors|sans|sin|sem|excl)|^somme$/i;
  return (isTotal(text) || TOTAL_AT_END.test(text) || isAll.test(text.trim())) && !isPart.test(text);
}

/** Matches names, or codes of the World Bank, Eurostat and the OECD, of groups of countries that stand beside their members in tables. */
const AGGREGATE =
  /^(?:(?:the )?[Ww]orld|Welt|Monde|Mundo|WLD|(?:the )?European Union|Europäische Union|Union européenne|Unión Europea|EUU?|Euro ?[Aa]rea|EMU|EA|OECD|OED|OCDE|G-?(?:7|20)|Sub-Saharan Africa|Latin America.*|(?:South|East|Central) Asia.*|Middle East.*|Arab World|(?:High|Low|Upper|Lower|Middle)[- ].*income)(?:[ \-_(]*\d.*|\s*\(.*)?$/u;

/** Whether a string names a group of countries that stands beside its members. */
export function isAggregate(text: string): boolean {
  return AGGREGATE.test(text.trim());
}

const OTHERS =
  'others?|sonstige[rns]?|andere[rns]?|übrige[rns]?|autres?|otr[oa]s?|outr[oa]s?|altr[iea]|inn[eai]|pozostałe|overige?|' +
  'övriga?|øvrige?|muut|ostatní|egyéb|altele|diğer|прочие|інші|その他|其他|기타';
const KINDS = 'countr|nation|part|region|state|area|cause|länder|staat|region|pays|país|paes|kraj|land|län|maa';
/** Matches what is left of others, such as "Other countries", and what is unknown. */
const REST = new RegExp(
  `^(?:(?:all )?(?:${OTHERS})(?:\\s*$| (?:${KINDS})|[ ,]*\\()|rest[eo]?(?: |$)|not (?:stated|known)|unknown|unbekannt|ohne angabe|inconnu|desconocid)`,
  'iu',
);

const INNER =
  /^\W*(?:of which|darunter|davon|dont|w tym|di cui|de los cuales|dos quais|waarvan|varav|heraf)(?!\p{L})/iu;

/** Whether a string names a part of another row, as "of which: wages". */
export function isInner(text: string): boolean {
  return INNER.test(text);
}

/** Whether a string names no thing of its own, but a rest, what is unknown, or a part of another row. */
export function isRest(text: string): boolean {
  return REST.test(text.trim()) || isInner(text);
}

/** Whether the first value of a row labels it as a total, as in "Total exports" or "EU27 total". */
export function isTotalRow(record: readonly string[]): boolean {
  const label = labelOf(record);
  return label !== undefined && (isTotal(label) || TOTAL_AT_END.test(label));
}

/** The first non-blank cell of a row, trimmed; undefined if all cells are blank. */
export function labelOf(record: readonly string[]): string | undefined {
  return record.find((cell) => cell.trim() !== '')?.trim();
}
