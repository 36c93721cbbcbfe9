import type { ChartRecord } from '../../../src/charts/chart-data.ts';
import { chooseChart } from '../../../src/charts/choose-chart.ts';
import { type ChartPlan, collectChart } from '../../../src/charts/collect-chart.ts';
import type { ChartDocument } from '../../../src/contract/chart-document.ts';
import type { AboutDocument, DatasetEntry, ProfileDocument } from '../../../src/contract/documents.ts';
import type { ChartChoice } from '../../../src/model.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { firstSentence } from '../../../src/texts/sentences.ts';
import { TEXTS } from '../../../src/texts/texts.ts';
import { memoryOutput } from './memory-output.ts';
import { rawDataWith, withSidecar } from './raw-data-folder.ts';

const words = { texts: TEXTS.en.chart, language: 'en' };

/**
 * The chart of a CSV file that was published as a whole, and the plan for it. `members` are added to its sidecar. Without records, the
 * chart is made from the profile alone. `choice` is what the publisher chose.
 */
export function chartOf(
  csv: string,
  members: Readonly<Record<string, unknown>> = {},
  { choice = null, withRecords = true }: { choice?: ChartChoice | null; withRecords?: boolean } = {},
): { plan: ChartPlan | null; chart: ChartDocument | null; profile: ProfileDocument } {
  const rawData = rawDataWith(withSidecar('economy/x', csv, members));
  const output = memoryOutput();
  const { problems } = buildApi({ rawData, site: { prefix: '/', pageSizes: [100] } }, output);
  const text = (path: string): string => {
    const found = output.files.get(`v1/datasets/x${path}`);
    if (found === undefined) throw new Error(problems.map(({ message }) => message).join('\n'));
    return found;
  };
  const profile = JSON.parse(text('/profile.json')) as ProfileDocument;
  const about = { ...(JSON.parse(text('/about.json')) as AboutDocument), chart: choice };
  const entry = JSON.parse(text('/info.json')) as DatasetEntry;
  const plan = chooseChart(profile, about, firstSentence(entry.description));
  const records: ChartRecord[] = [];
  for (let offset = 0; offset < profile.row_count; offset += 100) {
    const page = JSON.parse(text(`/limit/100/offset/${offset}.json`)) as { results: ChartRecord[] };
    records.push(...page.results);
  }
  return { plan, profile, chart: plan && collectChart(plan, withRecords ? records : null, words) };
}

/** Text of a CSV file. */
export function csvOf(header: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [header, ...rows].map((cells) => `${cells.map((cell) => cellOf(String(cell))).join(',')}\n`).join('');
}

function cellOf(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
