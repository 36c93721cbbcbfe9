/** Fields of a citation; null if unknown. */
export interface Citation {
  config: string;
  title: string;
  /** Institution that the data comes from, cited as the author. */
  source: string;
  /** Year of publication. If unknown, the year of the last change; if that is unknown too, of retrieval. Four digits. */
  year: string | null;
  edition: string | null;
  /** Publisher of this catalogue. */
  publisher: string;
  /** Date of retrieval, as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  retrieved: string | null;
  url: string;
}

/** Year of the first of the given dates that is known; null if none is. */
export function citationYear(...dates: readonly (string | null)[]): string | null {
  return dates.find((date) => date !== null)?.slice(0, 4) ?? null;
}

/**
 * A citation such as `Source (2019). Title, edition 9.1 [Data set]. Publisher. Retrieved 5 March 2024. https://…`. `words` are its phrases
 * in the catalogue's language: `edition 9.1`, `Data set` and `Retrieved 5 March 2024`.
 */
export function citationText(
  { source, year, title, publisher, url }: Citation,
  words: Record<'edition' | 'retrieved', string | null> & { dataSet: string },
): string {
  const edition = words.edition === null ? '' : `, ${words.edition}`;
  const sentences = [
    year === null || endsWithYear(source, year) ? source : `${source} (${year})`,
    `${title}${edition} [${words.dataSet}]`,
    // If the publisher is also the source, it is named only once.
    publisher === source ? null : publisher,
    words.retrieved,
  ];
  const text = sentences.filter((it) => it !== null).map((it) => (/[.!?]$/.test(it) ? it : `${it}.`));
  return [...text, url].join(' ').replace(/\s+/g, ' ');
}

/** Whether a source ends with the year, as in `Letters (1822)` or `Survey 2017`; the citation then does not repeat the year. */
function endsWithYear(text: string, year: string): boolean {
  return new RegExp(`(?<!\\d)${year}[)\\].]*\\s*$`).test(text);
}

/**
 * An entry for BibTeX and biblatex. All editions share a key, so that documents that cite the dataset need not change. If the source
 * ends with the year in brackets, the year moves to the `year` field; without brackets, it stays, and there is no `year` field.
 */
export function citationBibtex({ config, source, title, year, edition, publisher, retrieved, url }: Citation): string {
  const author = year === null ? source : source.replace(new RegExp(`\\s*[([]${year}[)\\]]\\s*$`), '') || source;
  const fields: [string, string | null][] = [
    // The inner braces mark the name of an institution, which has no first and last name (BibTeXing, 4.1).
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

/** LaTeX escapes for special characters. Braces become commands, since BibTeX counts even escaped braces when it matches pairs. */
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

/** Bibliography styles print URLs verbatim, so only characters that would break the field are encoded. */
function bibtexUrl(url: string): string {
  return url.replace(/[{}\\\s]/g, (it) => encodeURIComponent(it));
}

/**
 * Identifier of a published dataset: the first twelve hexadecimal digits of the SHA-256 digest of strings derived from its content. The
 * order of the strings does not matter.
 */
export async function buildId(parts: readonly string[]): Promise<string> {
  const text = parts.toSorted().join('\n');
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest, 0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
