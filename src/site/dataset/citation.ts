/*
 * How a dataset is cited, as text and for bibliographies. Both name what the DataCite Metadata Schema 4.5 requires: creator, title,
 * publisher, year, and where it is. A build id identifies an edition.
 */

/** The fields of a citation; null if not known. */
export interface Citation {
  config: string;
  title: string;
  /** Institution that the data comes from, instead of its authors. */
  source: string;
  /** Year of the edition, four digits. */
  year: string | null;
  edition: string | null;
  /** Who publishes it here. */
  publisher: string;
  /** Date as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  retrieved: string | null;
  url: string;
}

/** The words of a citation in a language. */
export interface CitationWords {
  /** `edition 9.1` */
  edition: string | null;
  /** `Data set` */
  dataSet: string;
  /** `Retrieved 5 March 2024` */
  retrieved: string | null;
}

/** The first of these dates that is known, as a year. */
export function citationYear(...dates: readonly (string | null)[]): string | null {
  return dates.find((date) => date !== null)?.slice(0, 4) ?? null;
}

/** `Source (2019). Title, edition 9.1 [Data set]. Publisher. Retrieved 5 March 2024. https://…` */
export function citationText({ source, year, title, publisher, url }: Citation, words: CitationWords): string {
  const edition = words.edition === null ? '' : `, ${words.edition}`;
  const sentences = [
    year === null || endsWithYear(source, year) ? source : `${source} (${year})`,
    `${title}${edition} [${words.dataSet}]`,
    // A publisher that is the source is named once.
    publisher === source ? null : publisher,
    words.retrieved,
  ];
  const text = sentences.filter((it) => it !== null).map((it) => (/[.!?]$/.test(it) ? it : `${it}.`));
  return [...text, url].join(' ').replace(/\s+/g, ' ');
}

/** Whether a source ends with a year, such as `Letters (1822)` and `Survey 2017`, which must not be repeated. */
function endsWithYear(text: string, year: string): boolean {
  return new RegExp(`(?<!\\d)${year}[)\\].]*\\s*$`).test(text);
}

/**
 * An entry for BibTeX and biblatex. Its key stays the same over all editions, so that documents need not change. A year in brackets at
 * the end of the source is the year of the entry, not a part of its author; any other year there stays, and the entry has no second one.
 */
export function citationBibtex({ config, source, title, year, edition, publisher, retrieved, url }: Citation): string {
  const author = year === null ? source : source.replace(new RegExp(`\\s*[([]${year}[)\\]]\\s*$`), '') || source;
  const fields: [string, string | null][] = [
    // The inner braces make it the name of one institution, not of a person (BibTeXing, 4.1).
    ['author', `{${bibtexText(author)}}`],
    ['title', `{${bibtexText(title)}}`],
    ['year', year !== null && endsWithYear(author, year) ? null : year],
    ['edition', edition === null ? null : bibtexText(edition)],
    ['publisher', bibtexText(publisher)],
    ['url', bibtexUrl(url)],
    ['urldate', retrieved],
  ];
  const lines = fields.filter(([, value]) => value !== null).map(([name, value]) => `  ${name} = {${value}},`);
  return `@misc{${config},\n${lines.join('\n')}\n}`;
}

/** What LaTeX prints for characters with a meaning. No braces are left alone, since BibTeX counts even escaped ones. */
const LATEX: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  $: '\\$',
  '&': '\\&',
  '%': '\\%',
  '#': '\\#',
  _: '\\_',
};

function bibtexText(text: string): string {
  return text
    .replace(/[\\{}~^$&%#_]/g, (it) => LATEX[it] as string)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Styles print URLs as they are, so only what would end the field is encoded. */
function bibtexUrl(url: string): string {
  return url.replace(/[{}\\\s]/g, (it) => encodeURIComponent(it));
}

/**
 * Identifies a published dataset: the first twelve hexadecimal digits of a SHA-256 digest of strings that depend on its content. It is the
 * same for the same strings in any order, at any time and on any machine.
 */
export async function buildId(parts: readonly string[]): Promise<string> {
  const text = parts.toSorted().join('\n');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest, 0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
