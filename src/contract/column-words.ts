/*
 * Words in the names and units of columns that say what the values are, in the languages of the interface and some others. They are
 * lower-case alternatives of regular expressions. Profiles, charts and pages share them.
 */

/** Years and decades, in units and names. */
export const YEARS = 'years?|decades?|jahre?|jahrzehnte?|années?|décennies?|años?|décadas?';

/** Names of columns of years, provided that the values are possible years. */
export const YEAR_COLUMNS = 'years?|yr|yyyy|date|period|time|season|jahr|année|annee|an|año|ano|anno|jaar|rok|år|год';

/** Words that may precede a year in a description, as in "in fiscal year 2019". */
export const BEFORE_YEARS = 'in|for|im|en|au|del?|the|fiscal|financial|calendar';

/** Names of columns of months, and of quarters. */
export const MONTHS = 'months?|mon|mo|mm|monat|mois|mes|period';
export const QUARTERS = 'quarter|qtr|q|quartal|trimestre|trim';

/** Parts of dates and times, in the names of integer columns. */
export const TIME_PARTS = [
  'quarter|month|week|weekday|day|hour|minute',
  'quartal|monat|woche|tag|mois|semaine|jour|mes|semana|día|dia',
].join('|');

/** Identifiers, in the names of integer columns. Those of the second list count only for charts. */
export const IDENTIFIERS = 'id|code|no|nr|number|rank|version|zip|fips|geoid|line';
export const OTHER_IDENTIFIERS = 'plz|siren|siret|index|rowid|phone|tel|isbn|ean|account';

/** Units of identifiers, and words after which numbers of equal length are identifiers, as in `account number`. */
export const IDENTIFIER_UNITS = 'codes?|ids?|identifiers?|kennzahl|kennung|identifiants?|códigos?|identificador';
export const NUMBERS = 'number|no\\.?|nummer|numéro|número';

/** Coordinates, in names. */
export const COORDINATES = 'lat|latitude|lon|lng|long|longitude|easting|northing|breite|länge';

/** Names of columns that say what a value measures. */
export const INDICATORS =
  'variable|indicator|metric|measure|statistic|series|item|unit|type|kind|indikator|merkmal|indicateur|indicador';

/**
 * Multipliers at the start of a unit, with their factors. `miles` is Spanish for thousands only before `de`. Words that differ in meaning
 * between languages are left out: a billion is 10⁹ in English but 10¹² in French, German and Spanish.
 */
export const MULTIPLIERS: readonly (readonly [string, number])[] = [
  ['mrd\\.?|milliarden?|milliards?|miles de millones(?= de )', 1e9],
  ['thousands?|tausend|milliers?|miles(?= de )', 1e3],
  ['millions?|mio\\.?|millionen|millones|millón', 1e6],
];
/** Words that may come between a multiplier and a noun, and words that are not nouns. */
export const OF = "of |de |d['’]";
export const NO_NOUNS = 'per|pro|par|por|to|and|or';
