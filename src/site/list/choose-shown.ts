import type { ChangesDocument, DatasetSummary } from '../../contract/documents.ts';
import { byEveryName } from '../../contract/routes.ts';
import type { DatasetFacts } from '../shared/dataset-facts.ts';

/** The datasets that changed last, the most recent first. A year alone names an edition, so only dates with a month count. */
export function latest(facts: readonly DatasetFacts[], count: number): (DatasetFacts & { changed: string })[] {
  return facts
    .flatMap((it) => (it.changed === null || it.changed.length < 7 ? [] : [{ ...it, changed: it.changed }]))
    .sort((one, other) => (one.changed === other.changed ? 0 : one.changed < other.changed ? 1 : -1))
    .slice(0, count);
}

/** The last change of each dataset that is published, the newest first, at most `count`. Those under former names count too. */
export function newestChanges(
  { changes }: ChangesDocument,
  datasets: readonly Pick<DatasetSummary, 'config' | 'name' | 'formerly'>[],
  count: number,
) {
  const present = byEveryName(datasets);
  const found = [...Map.groupBy(changes, ({ config }) => present.get(config))];
  const newest = found.flatMap(([it, [change]]) => (it && change ? { config: it.config, title: it.name, change } : []));
  return newest.slice(0, count);
}

/**
 * A selection of datasets sorted by title, at even steps, because neighbours are often alike: editions of one survey, or one table for each
 * region. Those with a picture are preferred.
 */
export function selection(facts: readonly DatasetFacts[], count: number): readonly DatasetFacts[] {
  const pictured = facts.filter(({ spark }) => spark !== null);
  const from = pictured.length >= count ? pictured : facts;
  const shown = Math.min(count, from.length);
  return Array.from({ length: shown }, (_, at) => from[Math.floor(((at + 0.5) * from.length) / shown)] as DatasetFacts);
}

/**
 * The dataset whose picture stands for others: a line of the longest span, else bars, but not those of the featured dataset if there is
 * another picture; undefined without a picture.
 */
export function pictureOf(facts: readonly DatasetFacts[], featured: string | null): DatasetFacts | undefined {
  const rank = ({ config, spark, years }: DatasetFacts) =>
    config === featured ? -1 : spark?.endsWith('z') ? 0 : years;
  return facts.filter(({ spark }) => spark).toSorted((one, other) => rank(other) - rank(one))[0];
}
