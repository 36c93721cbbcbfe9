import { DOWNLOAD_FORMATS } from '../../../src/contract/routes.ts';
import type { DownloadFormat } from '../../../src/model.ts';
import { type BuildOptions, publishSources } from '../../../src/pipeline/build.ts';
import { discover } from '../../../src/pipeline/build-api.ts';
import { profileSource } from '../../../src/pipeline/first-pass.ts';
import { readingHere } from '../../../src/pipeline/tasks.ts';
import { memoryOutput } from './memory-output.ts';

type Choice = Pick<BuildOptions, 'asText' | 'segmentBytes'>;

interface Published {
  files: unknown;
  problems: unknown;
}

/**
 * Builds a raw-data folder in memory once for each choice, as text or in segments of some length, also if it has errors. Its descriptions
 * are read once. The fixes of its problems are listed, but not tried: which of them work follows from the problems, and the file is read in
 * one way for that.
 */
export function buildEach<const C extends readonly Choice[]>(
  rawData: string,
  choices: C,
  pageSizes: readonly number[],
  layout: 'pages' | 'packed' = 'pages',
  formats: readonly DownloadFormat[] = DOWNLOAD_FORMATS,
): { [K in keyof C]: Published } {
  const found = discover({ rawData });
  const site = { prefix: '/', pageSizes, layout, formats };
  const build = (choice: Choice): Published => {
    const output = memoryOutput();
    const { problems } = publishSources(found, { rawData, site, keepGoing: true, ...choice }, output);
    return { files: output.files, problems };
  };
  return choices.map(build) as { [K in keyof C]: Published };
}

/** Whether the only file of a raw-data folder is read as bytes. */
export function isRegular(rawData: string): boolean {
  const [source] = discover({ rawData }).sources;
  return source !== undefined && profileSource(source, readingHere()).profiled?.fast != null;
}
