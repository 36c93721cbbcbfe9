import type { CountingOutput } from '../model.ts';
import { type BuildOptions, type BuildReport, buildSources } from './build.ts';
import { discoverSources } from './discover-sources.ts';

/**
 * Reads a raw-data folder and writes the files of /v1. On an error nothing is written, unless told to keep going. Throws a
 * `ProblemError` where it is told to build what is not there.
 */
export function buildApi(options: BuildOptions, output: CountingOutput): BuildReport {
  const { renewal } = options;
  renewal?.notes.beginSearch();
  const found = discoverSources(options);
  renewal?.notes.endSearch(found);
  return buildSources(found, options, output);
}
