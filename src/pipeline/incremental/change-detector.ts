import { join } from 'node:path';
import type { Source } from '../../model.ts';
import { type Settings, settingsThatAffect } from '../../settings/settings.ts';
import { fs } from '../files/builtin-fs.ts';
import { sha256 } from '../files/file-digest.ts';
import { referencedSources } from '../files/referenced-sources.ts';
import { PROJECT } from '../output/project-folder.ts';
import {
  type BuildManifest,
  type Discovered,
  decidingSettings,
  encodeMaps,
  type KnownDataset,
  type ManifestReport,
  readManifest,
} from './build-manifest.ts';
import { fileDigests, isSeenUnchanged, snapshotFolder } from './file-snapshot.ts';
import { readGenerator } from './generator-version.ts';
import type { OutputListing } from './output-listing.ts';
import type { Frame } from './reuse-pages.ts';

/**
 * Files that may describe data or the catalogue, or affect the look of pages. Their digests are computed before any of them is read. If
 * one of them changes after that, the next build notices.
 */
const DESCRIPTION = /\.(?:json|svg|css|md)$/i;

/**
 * Detects changes since the last build, using the manifest of the output in `place`, and collects the content of this build's manifest.
 * Null if the raw data or the generator cannot be read.
 */
export function detectChanges(settings: Settings, place: string) {
  const last = readManifest(place);
  const generator = readGenerator(last?.generator ?? null);
  const snapshot = snapshotFolder(settings.rawData);
  if (!generator || !snapshot) return null;
  /** Manifest of the last build; null at the first, or if another version of the generator, which may have another format, wrote it. */
  const previous = last?.generator.digest === generator.digest ? last : null;
  const hasSameSettings = previous?.settings === decidingSettings(settings);
  const { files, folders, isPlain } = snapshot;
  const digests = fileDigests(snapshot, previous?.files ?? new Map());
  const keys = new Map<Source, string | null>();
  const datasets: KnownDataset[] = [];
  let byKey: ReadonlyMap<string, KnownDataset> | null = null;
  let frame: Frame | null = null;
  let discovered: Discovered = { catalogue: null, sources: [], problems: [] };

  /** Whether the settings, all names of files and folders, and all files apart from `exceptions` are unchanged. */
  const isUnchangedExcept = (exceptions: ReadonlySet<string>): boolean => {
    if (!previous?.isPlain || !isPlain || !hasSameSettings) return false;
    if (folders.join('\n') !== previous.folders.join('\n') || files.size !== previous.files.size) return false;
    return [...files].every(([path, file]) => {
      const known = previous.files.get(path);
      if (!known) return false;
      if (exceptions.has(path) || isSeenUnchanged(file, known)) return true;
      return known.digest !== null && known.digest === digests.of(path);
    });
  };

  /** Key of a source as in `KnownDataset`; null if the digest of its data cannot be determined. */
  const keyOf = (source: Source): string | null => {
    let key = keys.get(source);
    if (key === undefined) {
      const digest = digests.of(source.file);
      const { path: _, ...described } = source;
      // A value may be lacking in another dataset although this one is unchanged.
      const referenced = referencedSources(source, discovered.sources);
      const others = referenced.map(({ path: _, ...other }) => [other, digests.of(other.file)]);
      const all = [generator.digest, settingsThatAffect(settings, 'reading', 'site'), described, digest, others];
      key = digest === null ? null : sha256().update(encodeMaps(all)).digest('hex');
      keys.set(source, key);
    }
    return key;
  };

  return {
    previous,
    hasSameSettings,
    /** Whether everything that a build reads is unchanged, so that this build would have the same result as the last one. */
    isAllUnchanged: () => isUnchangedExcept(new Set()),
    /** Content of the raw-data folder as the last build discovered it, if a new search would certainly find the same; otherwise null. */
    recallDiscovery(): Discovered | null {
      const known = previous?.details()?.discovered;
      if (!known || !isUnchangedExcept(new Set(known.sources.map(({ file }) => file)))) return null;
      discovered = known;
      return known;
    },
    /** Runs a search of the raw-data folder, before which the digests of all descriptions are computed, and remembers its result. */
    watchDiscovery(search: () => Discovered): Discovered {
      const descriptions = [...files.keys()].filter((path) => DESCRIPTION.test(path));
      for (const path of descriptions) digests.of(path);
      discovered = search();
      for (const path of descriptions) digests.confirm(path);
      return discovered;
    },
    /** The dataset as published by the last build, if everything its files depend on is unchanged; otherwise null. */
    findUnchanged(source: Source): KnownDataset | null {
      byKey ??= new Map(previous?.details()?.datasets.map((dataset) => [dataset.key, dataset]));
      return (byKey.size > 0 && byKey.get(keyOf(source) ?? '')) || null;
    },
    /** Computes the digest of a source's data before `recordDataset` needs it, for example while other threads read the data. */
    digestData: keyOf,
    /** Records a published dataset for the manifest of this build. */
    recordDataset(source: Source, dataset: Omit<KnownDataset, 'key'>): void {
      const key = keyOf(source);
      // If the file was modified after the snapshot, the key may not match the data that was read.
      if (key !== null && digests.confirm(source.file)) datasets.push({ ...dataset, key });
    },
    /** Config names of the recorded datasets that the last build published from the same data, descriptions and settings. */
    unchangedDatasets(): Set<string> {
      const before = new Set(previous?.details()?.datasets.map(({ key }) => key));
      return new Set(datasets.flatMap(({ key, listed }) => (before.has(key) ? listed.config : [])));
    },
    recordFrame(ofPages: Frame): void {
      frame = ofPages;
    },
    /** Manifest of a build that produced the listed output. The report must not contain problems with the location of the output. */
    toManifest(report: ManifestReport, output: OutputListing): BuildManifest {
      return {
        version: JSON.parse(fs.readFileSync(join(PROJECT, 'package.json'), 'utf8')).version,
        generator,
        settings: decidingSettings(settings),
        files: digests.toKnown(),
        folders,
        isPlain,
        report,
        output: () => output.folders,
        details: () => ({ discovered, datasets, frame, digests: output.digests }),
      };
    },
  };
}
