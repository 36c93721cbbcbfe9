/*
 * Words in a column's name, unit or description that suggest what its values are. They cover the languages of the interface and some
 * others, and are written as lower-case alternatives for regular expressions. Profiles, charts and pages share them.
 */

/** Words for years and decades, in names, units and descriptions. */
export const YEARS = 'years?|decades?|jahre?|jahrzehnte?|années?|décennies?|años?|décadas?';

/** Words in the names of year columns. They count only if all values of the column could be years. */
export const YEAR_COLUMNS =
  'years?|yr|yyyy|date|period|time|season|jahr|année|annee|an|año|ano|anno|jaar|rok|år|год|' +
  'év|vuosi|aasta|gads|metai|leto|έτος|година|godina|рік|yıl|年|年次|年度|年份|연도|년도|năm|tahun|ปี';

/** Words that may precede a year in a description, as in "in fiscal year 2019". */
export const BEFORE_YEARS = 'in|for|im|en|au|del?|the|fiscal|financial|calendar';

/** Names of columns of months, of quarters and of weeks. */
export const MONTHS =
  'months?|mon|mo|mm|monat|mois|m[eê]s|mese|maand|miesi[ąa]c|měsíc|mesiac|mjesec|kuukausi|m[åa]n(?:e|a)d|hónap|месяц|月|월|period';
export const QUARTERS =
  'quarter|qtr|q|quartal|trimestre|trim|kwartał|kwartaal|čtvrtletí|kvartal|квартал|季度|四半期|분기';

export const WEEKS = 'week|wk|woche|kw|kalenderwoche|semaine|semana|settimana|tydzień|týden|vecka|uke|неделя';

/** Words for parts of dates and times, in the names of integer columns. */
export const TIME_PARTS = [
  'quarter|month|week|weekday|day|hour|minute',
  'quartal|monat|woche|tag|mois|semaine|jour|mes|semana|día|dia',
].join('|');

/** Words in the names of columns of whole numbers by which others are counted, besides parts of time. */
export const SCALES = [
  'age|ages|grade|decile|quintile|percentile|score|rating|stars|floor|children|rooms',
  'alter|klasse|note|stufe|âge|étage|edad|piso|nota',
].join('|');

/** Words for identifiers, in the names of integer columns; `no` may mean "in the", and `Red Line` one of many. Only charts use the second list. */
export const IDENTIFIERS = 'id|code|no$|nr|number|rank|version|zip|fips|geoid|(?<![a-z] )line';
export const OTHER_IDENTIFIERS =
  'cd|uid|(?<![a-z] )(?:route|linie|linje|ligne|lijn)|plz|postcode|postal|insee|ags|nuts|naics|nace|siren|siret|index|rowid|phone|tel|isbn|ean|account';

/** Last words in the units of identifiers. Those in `NUMBERS` count only if all values have the same number of digits. */
export const IDENTIFIER_UNITS = 'codes?|ids?|identifiers?|kennzahl|kennung|identifiants?|códigos?|identificador';
export const NUMBERS = 'number|no\\.?|nummer|numéro|número';

/** Words in the names of columns of coordinates in degrees, and of those that may be something else, such as a width (`Breite`). */
export const LATITUDES = 'lat|latitude|breitengrad|geobreite|latitud';
export const LONGITUDES = 'lon|lng|long|longitude|längengrad|geolänge|longitud';
export const OTHER_COORDINATES = 'easting|northing|breite|länge|coordinates?';

/** Words in the names of columns of countries, and of languages. They count only if all values are codes of these. */
export const COUNTRIES =
  'country|countries|nations?|nationality|iso|iso2|land|länder|staat|pays|país|paises|países|origin|destination|geo';
export const LANGUAGES = 'languages?|lang|locale|sprachen?|langues?|idiomas?|lenguas?';

/** Words in the names of columns of the parts of a country. */
export const REGIONS = [
  'regions?|states?|provinces?|districts?|count(?:y|ies)|municipalit(?:y|ies)|areas?|territor(?:y|ies)|geo|geography|location|cantons?',
  'land|länder|bundesl(?:and|änder)|kantone?|kreise?|gemeinden?|gebiete?|régions?|départements?|communes?|territoires?',
  'regi[oó]n|regiones|regione|regioni|provincias?|provincie|municipios?|territorio|comunidad(?:es)?|distritos?|województw[oa]|nazwa|gebietsname|kraj|okres',
].join('|');

/** First words in the names of columns whose cells say what the numbers in a record measure. */
export const INDICATORS =
  'variable|indicator|metric|measure|statistic|series|item|unit|type|kind|indikator|merkmal|indicateur|indicador';

/** Words in the names and descriptions of running totals. */
export const CUMULATIVE =
  '(?:ac)?cumul\\p{L}*|[ks]?kumul\\p{L}*|acumul\\p{L}*|narastająco|year[- ]to[- ]date|ytd|running total';

/** Names of columns whose cells name the unit of the numbers beside them. */
export const UNIT_COLUMNS =
  '(?:units?|units? of measure|uom|(?:ma(?:ß|ss))?einheit|unité|unite|unidad|unidade|unità|eenheid|jednostka|единица|单位|単位|단위' +
  '|currency|währung|devise|monnaie|moneda|moeda|valuta|waluta|валюта)';

/** Words for the time from which on a value holds, as in "valid from". */
export const VALID =
  'valid|effective|effect|in force|changed|decision|beschluss|entscheidung|décision|decisión|decisione|' +
  'gültig|gueltig|gelten|geändert|geltung|vigueur|effet|vigente|vigencia|vigor|vigenza|obowiązuje';
