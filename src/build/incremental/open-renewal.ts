import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../settings/settings.ts';
import { type BuildManifest, readManifest } from './build-manifest.ts';
import { ChangeDetector } from './change-detector.ts';
import { snapshotFolder } from './file-snapshot.ts';
import { readGenerator } from './generator-version.ts';
import { areUntouched } from './output-mtimes.ts';
import { type RecycledOutput, Reuse } from './reuse.ts';

/**
 * What a build with some settings can take over from the output in a place, and from its spare, where one is to be used; null where
 * nothing can be told of the raw data or of the generator.
 */
export function openReuse(settings: Settings, place: string, spare: string | null): Reuse | null {
  const record = readManifest(place);
  const generator = readGenerator(record?.generator ?? null);
  const listing = snapshotFolder(settings.rawData);
  if (!generator || !listing) return null;
  const notes = new ChangeDetector(settings, record, generator, listing);
  const client = join(place, 'client');
  return new Reuse(
    notes,
    existsSync(client) ? client : null,
    notes.isSameSettings ? openSpare(spare, record, settings) : null,
  );
}

/** A spare of which is known what it holds: it was made by the same generator, and with the same settings, as another record tells of. */
function openSpare(folder: string | null, other: BuildManifest | null, { pageSizes }: Settings): RecycledOutput | null {
  const record = folder === null ? null : readManifest(folder);
  if (folder === null || !record || record.generator.digest !== other?.generator.digest) return null;
  const datasets = record.settings === other.settings ? record.details()?.datasets : null;
  if (!datasets) return null;
  const untouched = record.published.filter((times) => areUntouched(join(folder, 'client'), times, pageSizes));
  const whole = new Set(untouched.map(([config]) => config));
  return { folder, datasets: datasets.map((dataset) => ({ dataset, isWhole: whole.has(dataset.listed.config) })) };
}
