import type { Source } from '../../model.ts';
import { type Settings, settingsThatAffect } from '../../settings/settings.ts';
import {
  type BuildManifest,
  type Discovered,
  decidingSettings,
  type KnownDataset,
  type ManifestDetails,
  type ManifestReport,
  type ManifestSource,
} from './build-manifest.ts';
import { FileDigests, type FolderSnapshot, isSeenUnchanged, sha256 } from './file-snapshot.ts';
import type { Generator } from './generator-version.ts';
import { timesOfFolders, timesOfLists } from './output-mtimes.ts';

/** Files that may describe data. What they hold is known before any of them is read, so that a change meanwhile shows in the next build. */
const DESCRIPTION = /\.json$/i;
const CSV = /\.csv$/i;

/** What a build knows of the one before, by its record, and what it notes for the next. */
export class ChangeDetector {
  readonly former: BuildManifest | null;
  readonly #settings: Settings;
  readonly #generator: Generator;
  readonly #listing: FolderSnapshot;
  readonly #digests: FileDigests;
  readonly #keys = new Map<Source, string | null>();
  #formerDetails: ManifestDetails | null = null;
  #byKey: ReadonlyMap<string, KnownDataset> | null = null;
  readonly #datasets: KnownDataset[] = [];
  #discovered: Discovered<ManifestSource> = { catalogue: null, sources: [], problems: [] };

  /** `former` is the record of the output that is there, whoever made it; `listing` is of the raw-data folder. */
  constructor(settings: Settings, former: BuildManifest | null, generator: Generator, listing: FolderSnapshot) {
    this.former = former?.generator.digest === generator.digest ? former : null;
    this.#settings = settings;
    this.#generator = generator;
    this.#listing = listing;
    this.#digests = new FileDigests(listing, this.former?.files ?? new Map());
  }

  /** True where a build of the same settings would do what the former one did, since nothing that it reads has changed. */
  isAllUnchanged(): boolean {
    return this.#isSameBut(new Set());
  }

  /** True where the record does not suffice to tell that nothing has changed: some files had to be read. */
  isUnsettled(): boolean {
    return [...this.#listing.files].some(([path, file]) => !isSeenUnchanged(file, this.former?.files.get(path)));
  }

  /** What was found in the raw-data folder before any data was read, where that is still so; otherwise null. */
  recall(): Discovered | null {
    const discovered = this.#details()?.discovered;
    if (!discovered || !this.#isSameBut(new Set(discovered.sources.map(({ file }) => file)))) return null;
    this.#discovered = discovered;
    return { ...discovered, sources: discovered.sources.map(sourceOf) };
  }

  #details(): ManifestDetails | null {
    this.#formerDetails ??= this.former?.details() ?? null;
    return this.#formerDetails;
  }

  /** True where the settings are the former ones, the files have the same names, and are the same but for some. */
  #isSameBut(others: ReadonlySet<string>): boolean {
    const { former } = this;
    const { files, folders, isPlain } = this.#listing;
    if (!former?.isPlain || !isPlain || !this.isSameSettings) return false;
    if (folders.join('\n') !== former.folders.join('\n') || files.size !== former.files.size) return false;
    return [...files].every(([path, file]) => {
      const known = former.files.get(path);
      if (!known) return false;
      if (others.has(path) || isSeenUnchanged(file, known)) return true;
      const { digest } = known;
      return digest !== null && digest === this.#digests.of(path);
    });
  }

  /** Bytes of all CSV files in the raw-data folder. */
  get csvBytes(): number {
    return [...this.#listing.files].reduce((sum, [path, { size }]) => sum + (CSV.test(path) ? size : 0), 0);
  }

  /** To be called before the raw-data folder is searched. */
  beginSearch(): void {
    for (const path of this.#listing.files.keys()) if (DESCRIPTION.test(path)) this.#digests.of(path);
  }

  /** Notes what was found in the raw-data folder. */
  endSearch({ sources, ...found }: Discovered): void {
    for (const path of this.#listing.files.keys()) if (DESCRIPTION.test(path)) this.#digests.confirm(path);
    this.#discovered = { ...found, sources: sources.map(recordedSource) };
  }

  /** The dataset as it was published before, where nothing has changed that its files are made from; otherwise null. */
  find(source: Source): KnownDataset | null {
    this.#byKey ??= new Map(this.#details()?.datasets.map((dataset) => [dataset.key, dataset]));
    return (this.#byKey.size > 0 && this.#byKey.get(this.#keyOf(source) ?? '')) || null;
  }

  /** To be called while a source's data is read, of which a change is noticed. */
  beginReading(source: Source): void {
    this.#keyOf(source);
  }

  /** Null where it cannot be told what the source's data is. */
  #keyOf(source: Source): string | null {
    let key = this.#keys.get(source);
    if (key === undefined) {
      const digest = this.#digests.of(source.file);
      const { path: _, ...described } = recordedSource(source);
      const all = [this.#generator.digest, settingsThatAffect(this.#settings, 'dataset'), described, digest];
      key = digest === null ? null : sha256().update(JSON.stringify(all)).digest('hex');
      this.#keys.set(source, key);
    }
    return key;
  }

  /** Notes a dataset that was published. */
  add(source: Source, dataset: Omit<KnownDataset, 'key'>): void {
    const key = this.#keyOf(source);
    // What was read is not what its key says, where the file was written to between its listing and its reading.
    if (key !== null && this.#digests.confirm(source.file)) this.#datasets.push({ ...dataset, key });
  }

  /** The former record, with the files' times of now: for a build that has nothing else to do. */
  toUnchangedRecord(): BuildManifest {
    return { ...(this.former as BuildManifest), generator: this.#generator, files: this.#digests.toKnown() };
  }

  /** True where the former build had the same settings. */
  get isSameSettings(): boolean {
    return this.former?.settings === decidingSettings(this.#settings);
  }

  /** The record of the build that has published into a folder; of its report, problems are those that do not come from the output’s place. */
  toRecord({ ok, datasets, problems, files, bytes }: ManifestReport, client: string): BuildManifest {
    const { folders, isPlain } = this.#listing;
    return {
      generator: this.#generator,
      settings: decidingSettings(this.#settings),
      files: this.#digests.toKnown(),
      folders,
      isPlain,
      report: { ok, datasets, problems, files, bytes },
      published: [
        timesOfLists(client, this.#settings.pageSizes),
        ...datasets.map(({ config }) => timesOfFolders(client, config, this.#settings.pageSizes)),
      ],
      details: () => ({ discovered: this.#discovered, datasets: this.#datasets }),
    };
  }
}

function recordedSource(source: Source): ManifestSource {
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
