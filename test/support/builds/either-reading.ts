import type { BuildOptions } from '../../../src/build/build.ts';
import { buildApi } from '../../../src/build/build-api.ts';
import { profileSource } from '../../../src/build/first-pass.ts';
import { readingHere } from '../../../src/build/tasks.ts';
import { DOWNLOAD_FORMATS } from '../../../src/contract/routes.ts';
import { readCatalogue } from '../../../src/discover/catalogue/read-catalogue.ts';
import { findSources } from '../../../src/discover/find-sources.ts';
import type { DownloadFormat } from '../../../src/model.ts';
import { memoryOutput } from './memory-output.ts';

type Choice = Pick<BuildOptions, 'asText' | 'segmentBytes'>;

/** Builds a raw-data folder in memory, also if it has errors: as text, or in segments of some length. */
export function buildWith(
  rawData: string,
  choice: Choice,
  pageSizes: readonly number[],
  layout: 'pages' | 'packed' = 'pages',
  formats: readonly DownloadFormat[] = DOWNLOAD_FORMATS,
): { files: unknown; problems: unknown } {
  const output = memoryOutput();
  const site = { prefix: '/', pageSizes, layout, formats };
  const report = buildApi({ rawData, site, keepGoing: true, ...choice }, output);
  return { files: output.files, problems: report.problems };
}

/** Whether the only file of a raw-data folder is read as bytes. */
export function isRegular(rawData: string): boolean {
  const [source] = findSources(
    rawData,
    readCatalogue(rawData, () => {}),
    () => {},
  );
  return source !== undefined && profileSource(source, () => {}, readingHere())?.fast != null;
}
