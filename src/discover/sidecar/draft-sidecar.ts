import { keyText, patchText } from '../../problems/sidecar-patch.ts';

/** What is known about a dataset when its sidecar is drafted. */
export interface Draft {
  /** Link to the JSON Schema, relative to the sidecar; null for none. */
  schema: string | null;
  /** Name of the data file without its extension, from which the title is derived. */
  stem: string;
  /** The category to write; null if the folder already determines it. */
  category: string | null;
  /** Keys that the catalogue gives, so that the sidecar need not. */
  given: ReadonlySet<string>;
  /** Where the file was fetched from, and the date; null if it was not fetched. */
  origin: { url: string; retrieved: string } | null;
  /** Known keys and values of each column's entry, by column name. */
  columns: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  /** The content of the `csv` key. */
  csv: Readonly<Record<string, unknown>>;
}

/** Returns the text of a sidecar for the publisher to complete. Values that only the publisher knows are left blank. */
export function draftSidecar({ schema, stem, category, given, origin, columns, csv }: Draft): string {
  const head = {
    ...(schema === null ? {} : { $schema: schema }),
    name: titleOf(stem),
    description: '',
    source: '',
    url: origin?.url.replace(/#.*$/s, '') ?? '',
    license: '',
    ...(origin === null ? {} : { from: origin.url }),
    retrieved: origin?.retrieved ?? '',
    ...(category === null ? {} : { category }),
  };
  const kept = Object.entries(head).filter(([key]) => !given.has(key));
  const members = kept.map(([key, value]) => `  ${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  if (Object.keys(csv).length > 0) members.push(`  ${patchText({ csv })}`);
  const lines = [...columns].map(([name, keys]) => `    ${keyText(name, { description: '', unit: '', ...keys })}`);
  members.push(lines.length === 0 ? '  "columns": {}' : `  "columns": {\n${lines.join(',\n')}\n  }`);
  return `{\n${members.join(',\n')}\n}\n`;
}

/** Abbreviations in names of files whose letters are capitals in titles. */
const CAPITALS = /(?<!\S)(?:us|usa|uk|eu|un|gdp|gni|cpi|ppi|vat|oecd)(?!\S)/gi;

/** Makes a title from the stem of a file name: `rainfall_by-station` → `Rainfall by station`, `us-gdp` → `US GDP`. */
export function titleOf(stem: string): string {
  const words = stem.replace(/[_\s-]+/g, ' ').trim();
  return (words.slice(0, 1).toUpperCase() + words.slice(1)).replace(CAPITALS, (word) => word.toUpperCase());
}
