import type { EditionChange, Value } from '../contract/documents.ts';
import type { Texts } from './english.ts';
import { fill } from './fill-text.ts';
import type { Formats } from './formats.ts';
import { capitalized } from './sentences.ts';
import { shorten } from './shorten.ts';

/** The texts of a language, and its formatters. */
interface Words {
  texts: Texts;
  formats: Formats;
}

/** Maximum number of columns that a sentence names. */
const MAX_NAMED = 6;

/**
 * Describes what changed in an edition. `headline` is the most important change, to follow the title of the dataset, such as `26 rows added,
 * 3 changed`; `text` describes all of them in sentences.
 */
export function describeEdition(edition: EditionChange, words: Words): { headline: string; text: string } {
  const [headline = '', ...others] = describe(edition, words).filter((part) => part !== '');
  const bounds = edition.bounds.flatMap((bound) => describeBound(bound, words));
  // The sentence about bounds begins with the name of a column, whose letters stay as they are.
  const last = bounds.length === 0 ? [] : [listOf(bounds, words)];
  const sentences = [...[headline, ...others].map(capitalized), ...last];
  return { headline, text: sentences.map((sentence) => `${sentence}.`).join(' ') };
}

/** Describes changes other than those of bounds. Descriptions of what did not change are empty. */
function describe({ change, formerly, rows, columns, types }: EditionChange, words: Words): string[] {
  const { texts, formats } = words;
  const { changes, common } = texts;
  if (change !== 'changed') return [fill(changes[change], { rows: formats.quantity(rows.now, common.rows) })];
  const counts = (['added', 'removed', 'changed'] as const).flatMap((kind) => {
    const count = rows[kind] ?? 0;
    return count === 0 ? [] : { count, forms: changes.rows[kind] };
  });
  const ofRows = counts.map(({ count, forms }, at) => {
    const rows = at === 0 ? formats.quantity(count, common.rows) : formats.count(count);
    return fill(formats.quantity(count, forms), { rows });
  });
  const names = { ...columns, renamed: columns.renamed.map((both) => fill(changes.formerName, both)) };
  const ofColumns = (['added', 'removed', 'renamed'] as const).map((kind) => {
    const { length } = names[kind];
    const text = formats.quantity(length, changes.columns[kind]);
    return length === 0 ? '' : fill(text, { columns: listOf(names[kind], words) });
  });
  const { types: titles } = texts.columns;
  const others = types.map(({ column, from, to }) =>
    fill(changes.otherType, { column, from: titles[from], to: titles[to] }),
  );
  return [
    ofRows.join(', '),
    formerly === undefined ? '' : fill(changes.renamed, { former: formerly }),
    ...ofColumns,
    others.length === 0 ? '' : fill(changes.types, { columns: listOf(others, words) }),
  ];
}

function listOf(items: readonly string[], { texts, formats }: Words): string {
  const rest = items.length - MAX_NAMED;
  const more = rest > 0 ? [formats.quantity(rest, texts.changes.more)] : [];
  return new Intl.ListFormat(formats.tag).format([...items.slice(0, MAX_NAMED).map((it) => shorten(it)), ...more]);
}

/** What moved: the lowest value, the highest, or both. Empty if the column has no values any more. */
function describeBound({ column, from: [least, most], to: [from, to] }: EditionChange['bounds'][number], words: Words) {
  if (from === null || to === null) return [];
  const { boundFrom, boundTo, bounds } = words.texts.changes;
  const text = from === least ? boundTo : to === most ? boundFrom : bounds;
  return [fill(text, { column, from: formatBound(from, words.formats), to: formatBound(to, words.formats) })];
}

/** Whole numbers of four digits have no separator, since most of them are years. */
function formatBound(value: NonNullable<Value>, formats: Formats): string {
  if (typeof value === 'string') return formats.date(value);
  return /^\d{4}$/.test(`${value}`) ? `${value}` : formats.exact(`${value}`);
}
