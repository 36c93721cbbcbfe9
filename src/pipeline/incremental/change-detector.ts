import type { Source } from '../../model.ts';
import { type Settings, settingsThatAffect } from '../../settings/settings.ts';
import { sha256 } from '../files/file-digest.ts';
import {
  type BuildManifest,
  type Discovered,
  decidingSettings,
  type KnownDataset,
  type ManifestReport,
  type ManifestSource,
  programVersion,
} from './build-manifest.ts';
import { FileDigests, type FolderSnapshot, isSeenUnchanged } from './file-snapshot.ts';
import type { Generator } from './generator-version.ts';
import type { OutputListing } from './output-listing.ts';
import type { Frame } from './reuse-pages.ts';

/**
 * Files that may describe data or the catalogue, or affect the look of pages. Their digests are computed before any of them is read. If
 * one of them changes after that, the next build notices.
 */
const DESCRIPTION = /\.(?:json|svg|css|md)$/i;

/** Detects changes since the last build, using its manifest, and collects the content of this build's manifest. */
export class ChangeDetector {
  /** Manifest of the last build; null if there is none or another generator version wrote it. */
  readonly previous: BuildManifest | null;
  readonly #settings: Settings;
  readonly #generator: Generator;
  readonly #snapshot: FolderSnapshot;
  readonly #digests: FileDigests;
  readonly #keys = new Map<Source, string | null>();
  #byKey: ReadonlyMap<string, KnownDataset> | null = null;
  readonly #datasets: KnownDataset[] = [];
  #frame: Frame | null = null;
  #discovered: Discovered<ManifestSource> = { catalogue: null, sources: [], problems: [] };

  /** `previous` is the manifest of the current output, from any generator version; `snapshot` covers the raw-data folder. */
  constructor(settings: Settings, previous: BuildManifest | null, generator: Generator, snapshot: FolderSnapshot) {
    this.previous = previous?.generator.digest === generator.digest ? previous : null;
    this.#settings = settings;
    this.#generator = generator;
    this.#snapshot = snapshot;
    this.#digests = new FileDigests(snapshot, this.previous?.files ?? new Map());
  }

  /** Whether everything that a build reads is unchanged, so that this build would have the same result as the last one. */
  isAllUnchanged(): boolean {
    return this.#isUnchangedExcept(new Set());
  }

  /** Content of the raw-data folder as the last build discovered it, if a new search would certainly find the same; otherwise null. */
  recallDiscovery(): Discovered | null {
    const discovered = this.previous?.details()?.discovered;
    if (!discovered || !this.#isUnchangedExcept(new Set(discovered.sources.map(({ file }) => file)))) return null;
    this.#discovered = discovered;
    return { ...discovered, sources: discovered.sources.map(sourceOf) };
  }

  /** Whether the settings, all names of files and folders, and all files apart from `exceptions` are unchanged. */
  #isUnchangedExcept(exceptions: ReadonlySet<string>): boolean {
    const { previous } = this;
    const { files, folders, isPlain } = this.#snapshot;
    if (!previous?.isPlain || !isPlain || !this.hasSameSettings) return false;
    if (folders.join('\n') !== previous.folders.join('\n') || files.size !== previous.files.size) return false;
    return [...files].every(([path, file]) => {
      const known = previous.files.get(path);
      if (!known) return false;
      if (exceptions.has(path) || isSeenUnchanged(file, known)) return true;
      const { digest } = known;
      return digest !== null && digest === this.#digests.of(path);
    });
  }

  /** Computes the digests of all descriptions. Must be called before the raw-data folder is searched. */
  beginDiscovery(): void {
    for (const path of this.#snapshot.files.keys()) if (DESCRIPTION.test(path)) this.#digests.of(path);
  }

  endDiscovery({ sources, ...found }: Discovered): void {
    for (const path of this.#snapshot.files.keys()) if (DESCRIPTION.test(path)) this.#digests.confirm(path);
    this.#discovered = { ...found, sources: sources.map(manifestSource) };
  }

  /** The dataset as published by the last build, if everything its files depend on is unchanged; otherwise null. */
  findUnchanged(source: Source): KnownDataset | null {
    this.#byKey ??= new Map(this.previous?.details()?.datasets.map((dataset) => [dataset.key, dataset]));
    return (this.#byKey.size > 0 && this.#byKey.get(this.#keyOf(source) ?? '')) || null;
  }

  /** Computes the digest of a source's data before `recordDataset` needs it, for example while other threads read the data. */
  digestData(source: Source): void {
    this.#keyOf(source);
  }

  /** Key of a source as in `KnownDataset`; null if the digest of its data cannot be determined. */
  #keyOf(source: Source): string | null {
    let key = this.#keys.get(source);
    if (key === undefined) {
      const digest = this.#digests.of(source.file);
      const { path: _, ...described } = manifestSource(source);
      const all = [this.#generator.digest, settingsThatAffect(this.#settings, 'reading', 'site'), described, digest];
      key = digest === null ? null : sha256().update(JSON.stringify(all)).digest('hex');
      this.#keys.set(source, key);
    }
    return key;
  }

  /** Records a published dataset for the manifest of this build. */
  recordDataset(source: Source, dataset: Omit<KnownDataset, 'key'>): void {
    const key = this.#keyOf(source);
    // If the file was modified after the snapshot, the key may not match the data that was read.
    if (key !== null && this.#digests.confirm(source.file)) this.#datasets.push({ ...dataset, key });
  }

  /** Config names of the recorded datasets that the last build published from the same data, descriptions and settings. */
  unchangedDatasets(): Set<string> {
    const before = new Set(this.previous?.details()?.datasets.map(({ key }) => key));
    return new Set(this.#datasets.flatMap(({ key, listed }) => (before.has(key) ? listed.config : [])));
  }

  recordFrame(frame: Frame): void {
    this.#frame = frame;
  }

  get hasSameSettings(): boolean {
    return this.previous?.settings === decidingSettings(this.#settings);
  }

  /** Manifest of a build that produced the listed output. The report must not contain problems with the location of the output. */
  toManifest({ ok, datasets, problems, files, bytes }: ManifestReport, output: OutputListing): BuildManifest {
    const { folders, isPlain } = this.#snapshot;
    return {
      version: programVersion(),
      generator: this.#generator,
      settings: decidingSettings(this.#settings),
      files: this.#digests.toKnown(),
      folders,
      isPlain,
      report: { ok, datasets, problems, files, bytes },
      output: () => output.folders,
      details: () => ({
        discovered: this.#discovered,
        datasets: this.#datasets,
        frame: this.#frame,
        digests: output.digests,
      }),
    };
  }
}

function manifestSource(source: Source): ManifestSource {
  const { columns, columnPlaces, ...plain } = source;
  return { ...plain, columns: [...columns].map(([name, it]) => [name, it, columnPlaces.get(name) ?? null]) };
}

function sourceOf({ columns, ...plain }: ManifestSource): Source {
  return {
    ...plain,
    columns: new Map(columns.map(([name, it]) => [name, it])),
    columnPlaces: new Map(columns.flatMap(([name, , place]) => (place ? [[name, place]] : []))),
  };
}
