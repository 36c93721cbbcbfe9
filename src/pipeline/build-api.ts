// A build imports this module only if the raw-data folder must be searched: loading the code that reads descriptions takes longer than
// publishing a small dataset.

import { hasFeatured, readCatalogue } from '../discover/catalogue/read-catalogue.ts';
import { readTexts } from '../discover/catalogue/read-texts.ts';
import { findSources } from '../discover/find-sources.ts';
import type { ListingOutput } from '../model.ts';
import { advice } from '../problems/name-command.ts';
import { type Problem, problem, type Report } from '../problems/problem.ts';
import { type BuildOptions, publishSources } from './build.ts';
import { finishApi } from './editions/finish-api.ts';
import { fixReport } from './fixes/fix-report.ts';
import type { Discovered } from './incremental/build-manifest.ts';
import type { BuildReport } from './report.ts';

/**
 * Reads a raw-data folder and writes the files of /v1, without comparing them with others. If an error is found before writing starts, nothing is written, unless `keepGoing`
 * is set and the catalogue itself is valid. Throws a `ProblemError` if a pattern in `only` matches no dataset.
 */
export function buildApi(options: BuildOptions, output: ListingOutput): BuildReport {
  const found = discoverFor(options);
  const report = publishSources(found, options, output);
  if (found.catalogue && report.published) finishApi(found.catalogue, report.listed, output, options);
  fixReport(report);
  return report;
}

/** Searches the raw-data folder of a build, and remembers the result for the next one. */
export function discoverFor(options: BuildOptions): Discovered {
  const search = () => discover(options);
  return options.reuse?.changes.watchDiscovery(search) ?? search();
}

/** Searches a raw-data folder and reads the descriptions of its files, but no data. */
export function discover({ rawData, only, reading }: Pick<BuildOptions, 'rawData' | 'only' | 'reading'>): Discovered {
  const problems: Problem[] = [];
  const report: Report = (it) => problems.push(it);
  const catalogue = readCatalogue(rawData, report);
  const sources = findSources(rawData, catalogue, report, only, reading);
  if (sources.length === 0 && problems.length === 0) {
    const help = advice`Add one: {almanac add --} FILE.`;
    report(problem('catalogue-empty', { file: null }, `no CSV or TSV file in ${rawData}`, help));
  }
  // With `only`, the other datasets are unknown, so links to datasets cannot be checked.
  const configs = only && only.length > 0 ? null : sources.map(({ config }) => config);
  const texts = readTexts(rawData, catalogue, configs, report);
  const isFound = !catalogue || !configs || hasFeatured(rawData, catalogue, configs, report);
  return { catalogue: catalogue && texts && isFound ? { ...catalogue, texts } : null, sources, problems };
}
