import { TOTAL_LABELS } from '../../contract/labels/total-labels.ts';
import { fill } from '../../texts/fill-text.ts';
import { capitalized } from '../../texts/sentences.ts';
import type { ChartColumn, ChartRecord, ChartTexts, Condition } from '../chart-data.ts';
import { readableName } from '../rules/column-names.ts';

/** Yields the records that meet the publisher's conditions. A number matches a string with the same digits. */
export function* matching(records: Iterable<ChartRecord>, only: readonly Condition[]): Generator<ChartRecord> {
  for (const record of records) {
    const isDrawn = only.every(({ column, value }) => {
      const found = record[column] ?? null;
      return found !== null && String(found) === String(value);
    });
    if (isDrawn) yield record;
  }
}

type Values = readonly (string | number | null)[];

/** Label of a measure, with the values of fixed columns but totals: `Persons (Sex: female)`; these alone if the label is empty. */
export function labelWith(label: string, fixed: readonly ChartColumn[], values: Values, texts: ChartTexts): string {
  const conditions = fixedValues(fixed, values, texts)
    .filter((_, at) => !TOTAL_LABELS.includes(String(values[at]).trim().toLowerCase()))
    .join(', ');
  return label === '' || conditions === '' ? label || conditions : `${label} (${conditions})`;
}

function fixedValues(fixed: readonly ChartColumn[], values: Values, texts: ChartTexts): string[] {
  return values.map((value, index) => fill(texts.fixed, { column: nameOf(fixed[index]), value: value ?? '–' }));
}

/** The title of a column, or its name: what its description says is too long, or no name. */
function nameOf(column: ChartColumn | undefined): string {
  if (!column) return '–';
  const { short, name, description } = column;
  return description.toLowerCase().startsWith(short.toLowerCase()) ? capitalized(readableName(name)) : short;
}

/** Note on which records are drawn, given the publisher's conditions and the values of the `fixed` columns; empty if all are drawn. */
export function conditionsNote(
  only: readonly Condition[],
  fixed: readonly ChartColumn[],
  values: Values,
  texts: ChartTexts,
): string[] {
  const chosen = only.map(({ column, label, value }) => fill(texts.fixed, { column, value: label ?? value }));
  const conditions = [...chosen, ...fixedValues(fixed, values, texts)];
  return conditions.length === 0 ? [] : [fill(texts.onlyRows, { conditions: conditions.join(', ') })];
}
