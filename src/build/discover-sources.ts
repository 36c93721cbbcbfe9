import { findSources } from '../discover/find-sources.ts';
import { readCatalogue } from '../discover/read-catalogue.ts';
import { type Problem, problem } from '../problems/problem.ts';
import type { BuildOptions } from './build.ts';
import type { Discovered } from './incremental/build-manifest.ts';

/** Looks through a raw-data folder, and reads what describes its files, but no data. Throws a `ProblemError` where it is told to build what is not there. */
export function discoverSources({ rawData, only }: Pick<BuildOptions, 'rawData' | 'only'>): Discovered {
  const problems: Problem[] = [];
  const report = (it: Problem): void => void problems.push(it);
  const catalogue = readCatalogue(rawData, report);
  const sources = findSources(rawData, catalogue?.categories ?? null, report, only);
  if (sources.length === 0 && problems.length === 0) {
    report(
      problem('catalogue-empty', { file: null }, `no CSV file in ${rawData}`, 'Add one: README, "Add a dataset".'),
    );
  }
  return { catalogue, sources, problems };
}
