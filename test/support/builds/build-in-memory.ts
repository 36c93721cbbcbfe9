import type { BuildOptions } from '../../../src/pipeline/build.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import type { BuildReport } from '../../../src/pipeline/report.ts';
import type { Problem } from '../../../src/problems/problem.ts';
import { memoryOutput } from './memory-output.ts';
import { placesOf } from './problem-places.ts';

/** What became of a raw-data folder. */
export interface Built extends BuildReport {
  /** The published files, by path. */
  texts: Map<string, string>;
  errors: readonly Problem[];
  /** The problems in short, apart from undescribed columns. */
  places: string[];
  /** A published document, such as `schema.json` of the dataset `x`; null if there is none. */
  document<T>(path: string): T;
  /** The records on the first page of a dataset; null if there is none. */
  records<T>(config?: string): T[] | null;
}

/** Builds a raw-data folder in memory, with pages of 100 records. */
export function buildInMemory(rawData: string, choice: Partial<BuildOptions> = {}): Built {
  const output = memoryOutput();
  const report = buildApi({ rawData, site: { prefix: '/', pageSizes: [100] }, ...choice }, output);
  const document = (path: string) => JSON.parse(output.files.get(path) ?? 'null');
  return {
    ...report,
    texts: output.files,
    errors: report.problems.filter(({ severity }) => severity === 'error'),
    places: placesOf(report.problems.filter(({ code }) => code !== 'column-undescribed')),
    document,
    records: (config = 'x') => document(`v1/datasets/${config}.json`)?.results ?? null,
  };
}
