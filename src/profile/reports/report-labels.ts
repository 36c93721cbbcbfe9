import { isCoded, labelKey } from '../../contract/labels/value-labels.ts';
import type { Source } from '../../model.ts';
import { formatCount } from '../../problems/format-problem.ts';
import { type Problem, problem } from '../../problems/problem.ts';
import { quoteText } from '../../problems/quote-text.ts';
import type { ReadAgain } from '../evidence/findings.ts';
import { trimBlanks } from '../numbers/read-number.ts';
import type { Column } from './report-column.ts';

/** Maximum number of values listed in a message. */
const MAX_LISTED = 5;

/** Reports labels of values that do not occur and, if most values have labels, values without one. Reads the records again if necessary. */
export function labelsIn(source: Source, columns: readonly Column[], readAgain: ReadAgain): Problem[] {
  const all = columns.flatMap((it) => tallyOf(source, it));
  const rest = all.filter(({ column: { profile }, meet }) => {
    const { top, distinct } = profile.distribution;
    if (!top?.length || top.length < distinct.count) return true;
    for (const { value } of top) meet(String(JSON.parse(value)));
    return false;
  });
  for (const { records } of rest.length > 0 ? readAgain() : []) {
    for (const record of records) for (const { column, meet } of rest) meet(trimBlanks(record[column.cell] as string));
  }
  return all.flatMap(({ column: { column }, unused, unlabelled }) => {
    const at = source.columnPlaces.get(column) ?? { file: source.descriptionFile };
    const found = (values: readonly string[], what: string, help: string): Problem[] => {
      if (values.length === 0) return [];
      const more = formatCount(values.length - MAX_LISTED, 'more value');
      const listed = values.slice(0, MAX_LISTED).map(quoteText).join(', ');
      return [
        problem('labels-differ', at, `${what}: ${listed}${values.length > MAX_LISTED ? ` and ${more}` : ''}`, help),
      ];
    };
    return [
      ...found(
        [...unused.values()],
        `the labels of "${column}" name values that no row has`,
        'Write each value in "labels" as it is published, or remove its label.',
      ),
      ...found(
        [...unlabelled],
        `"${column}" has values without a label, although most have one`,
        'Add them to "labels", or to "missing" if they mean null.',
      ),
    ];
  });
}

/** What has been found of a column with labels, and what counts one of its values; empty for other columns. */
function tallyOf(source: Source, column: Column) {
  const { labels, mayBeAbsent } = source.columns.get(column.column) ?? {};
  if (!labels) return [];
  const { type, distribution, nullSpellings } = column.profile;
  const codes = Object.keys(labels).map((value) => [labelKey(type, value), value] as const);
  const [known, unlabelled] = [new Set(codes.map(([key]) => key)), new Set<string>()];
  // An entry for many files has the labels of all of them.
  const unused = new Map(mayBeAbsent === 'declared' ? [] : codes);
  const isWhole = isCoded({ labels }, distribution.distinct.count);
  const meet = (value: string): void => {
    const key = labelKey(type, value);
    unused.delete(key);
    if (isWhole && !known.has(key) && !nullSpellings.has(value)) unlabelled.add(value);
  };
  return [{ column, unused, unlabelled, meet }];
}
