import { posix, sep } from 'node:path';
import type { Source } from '../model.ts';
import { formatCount, listFirst } from '../problems/format-problem.ts';
import { collecting, type Problem, ProblemError, problem, type Report } from '../problems/problem.ts';
import { DEFAULT_READING } from '../settings/settings.ts';
import { didYouMean } from '../suggestions/suggest.ts';
import { CATALOGUE_FILE } from './catalogue/catalogue-file.ts';
import { readDefaults } from './catalogue/category-defaults.ts';
import { type DataPackage, type PackagedResource, readDataPackage } from './data-package/read-data-package.ts';
import { describeFile, describeResourceFiles, type FoundData, type Search } from './describe-source.ts';
import { isDataFile, type Listing, listFiles, SIDECAR, sidecarIn } from './list-files.ts';
import { nameDataset } from './name-dataset.ts';

/**
 * Finds and names the data files in the raw-data folder that a sidecar or a data package describes, sorted by config name. A file with an
 * unusable name or category is reported and marked as refused. `catalogue` is null if it could not be read; unknown categories are then
 * not reported. If there are glob patterns in `only`, finds only files whose config name or path matches at least one of them. Throws a
 * `ProblemError` if there are data files, but a pattern matches none of them.
 */
export function findSources(
  rawData: string,
  catalogue: Search['catalogue'],
  report: Report,
  only: readonly string[] = [],
  settings = DEFAULT_READING,
): Source[] {
  const reported: Problem[] = [];
  const isAll = only.length === 0;
  const found = findData(rawData, catalogue, isAll ? report : (it) => reported.push(it), settings);
  const chosen = isAll ? found : selectData(found, only, reported, report);
  return chosen.flatMap(({ source }) => (source?.isDescribed ? source : []));
}

/** Selects the data files that match a pattern, and reports those problems that concern one of them, a matching path or the whole folder. */
function selectData(
  found: readonly FoundData[],
  given: readonly string[],
  problems: readonly Problem[],
  report: Report,
): FoundData[] {
  // On Windows, a backslash in a pattern is always a separator, since it cannot be part of a file name.
  const patterns = given.map((pattern) => pattern.replaceAll(sep, '/'));
  const isMatched = ({ file, source }: FoundData, pattern: string): boolean =>
    posix.matchesGlob(file, pattern) || posix.matchesGlob(source?.config ?? '', pattern);
  const unmatched = patterns.filter((pattern) => !found.some((it) => isMatched(it, pattern)));
  // A folder without data files is reported elsewhere.
  if (unmatched.length > 0 && found.length > 0) throw new ProblemError(matchesNothing(unmatched, found));
  const selected = found.filter((it) => patterns.some((pattern) => isMatched(it, pattern)));
  const ofSelected = new Set(selected.flatMap(({ problems, shared }) => [...problems, ...shared]));
  const isOfFolder = ({ file }: Problem): boolean =>
    file === null || file === CATALOGUE_FILE || patterns.some((pattern) => posix.matchesGlob(file, pattern));
  for (const it of problems) if (ofSelected.has(it) || isOfFolder(it)) report(it);
  return selected;
}

function matchesNothing(unmatched: readonly string[], found: readonly FoundData[]): Problem {
  const names = found.map(({ file, source }) => source?.config || file);
  const [first = ''] = unmatched;
  const suggestion = unmatched.length === 1 ? didYouMean(first, names) : '';
  const there = `There ${names.length === 1 ? 'is' : 'are'} ${formatCount(names.length, 'dataset')}: ${names.join(', ')}.`;
  const help = `Use config names, or paths relative to the raw-data folder, such as economy/*. ${there}`;
  const message = `--only ${unmatched.join(',')} matches no dataset${suggestion}`;
  return problem('setting-invalid', { file: null }, message, help);
}

/**
 * Like `findSources`, but also finds data files with a missing or faulty description. Each problem is reported, and is also listed with
 * every file that it concerns.
 */
export function findData(
  rawData: string,
  catalogue: Search['catalogue'],
  report: Report,
  settings = DEFAULT_READING,
): FoundData[] {
  const listing = listFiles(rawData, report);
  const search: Search = { rawData, listing, catalogue, defaults: readDefaults(rawData), settings, report };
  const packages = listing.packages.map((file) => readDataPackage(rawData, file, listing, report));
  const names = prefixedNames(packages);
  const tables = packages.flatMap(({ file, resources }) => {
    const nameOf = (resource: PackagedResource): string => names.get(resource) ?? resource.name;
    const configs = resources.flatMap((resource) => {
      const naming = nameDataset(nameOf(resource), 'resource');
      return 'name' in naming ? [[resource.name, naming.name] as const] : [];
    });
    return resources.flatMap((it) => describeResourceFiles(search, file, nameOf(it), it, new Map(configs)));
  });
  const packaged = new Set(packages.flatMap(({ files }) => files));
  const unread = packages.filter(({ problems }) => problems.length > 0);
  /** The unread packages in whose folders a file is. The folder of a package ends in a slash, or is empty for the raw-data folder. */
  const packagesAround = (file: string): DataPackage[] =>
    unread.filter((it) => file.startsWith(it.file.slice(0, it.file.lastIndexOf('/') + 1)));
  const files = listing.dataFiles
    .filter((file) => !packaged.has(file))
    .map((file) => describeFile(search, file, packagesAround(file)));
  reportSidecarsWithoutData(listing, packaged, report);
  const refused = [...listing.refused.keys()]
    .filter((file) => isDataFile(file) && !packaged.has(file))
    .map((file): FoundData => ({ file, isDescribed: true, source: null, problems: [], shared: [] }));
  const found = [...tables, ...files, ...refused].map((it) => {
    const reasons = [it.file, sidecarIn(listing, it.file)].flatMap((file) => listing.refused.get(file) ?? []);
    return { ...it, problems: [...reasons, ...it.problems] };
  });
  refuseCollisions(found, report);
  refuseFormerNames(found, report);
  return found.sort((a, b) => (configOf(a) < configOf(b) ? -1 : 1));
}

function configOf({ source }: FoundData): string {
  return source?.config ?? '';
}

function reportSidecarsWithoutData(listing: Listing, packaged: Set<string>, report: Report): void {
  const { dataFiles, sidecars, refused } = listing;
  const described = [...dataFiles, ...refused.keys(), ...packaged];
  const expected = new Set(described.map((file) => sidecarIn(listing, file)));
  for (const sidecar of sidecars) {
    if (expected.has(sidecar)) continue;
    const stem = sidecar.slice(0, -SIDECAR.length);
    const help = `Add ${stem}.csv or ${stem}.tsv, or remove this file.`;
    report(problem('sidecar-without-data', { file: sidecar }, 'describes a file that does not exist', help));
  }
}

/** Refuses and reports every source whose config name is not unique. Each report names up to six of the other files. */
function refuseCollisions(found: readonly (FoundData & { problems: Problem[] })[], report: Report): void {
  const named = found.filter((it) => configOf(it) !== '');
  for (const [config, group] of Map.groupBy(named, configOf)) {
    if (group.length === 1) continue;
    for (const one of group) {
      if (one.source) one.source.isRefused = true;
      const others = group.filter((other) => other !== one).map(({ file }) => file);
      const message = `has the same config name "${config}" as ${listFirst(others, 6)}`;
      const help =
        'Give each a different name. A config name is made from the name of the file, or of its resource in a data ' +
        'package; the folder does not count.';
      collecting(one.problems, report)(problem('name-collision', { file: one.file }, message, help));
    }
  }
}

/** Refuses and reports every source with a former name that another dataset has, now or formerly: an address can lead to one only. */
function refuseFormerNames(found: readonly (FoundData & { problems: Problem[] })[], report: Report): void {
  const present = new Map(found.map((it) => [configOf(it), it.file]));
  const claims = found.flatMap((one) => (one.source?.formerly ?? []).map((name, index) => ({ one, name, index })));
  const byName = Map.groupBy(claims, ({ name }) => name);
  for (const { one, name, index } of claims) {
    const { source, description, problems, file } = one;
    const other = byName.get(name)?.find((claim) => claim.one !== one)?.one.file;
    const reason = present.has(name)
      ? `which is the name of ${present.get(name) === file ? 'the dataset itself' : present.get(name)}`
      : other && `which ${other} names too`;
    if (reason === undefined || !source || !description) continue;
    source.isRefused = true;
    const message = `"formerly" contains "${name}", ${reason}`;
    const help = present.has(name)
      ? 'Remove it: its address is that of a dataset that has the name now.'
      : 'Remove it from one of the two: an address leads to a single dataset.';
    collecting(problems, report)(problem('name-collision', description.at(['formerly', index]), message, help));
  }
}

/**
 * Maps each resource whose config name would be that of a resource in another package to its name with the package's name before it.
 * Faulty resources count too, so that correcting one does not change the names of others.
 */
function prefixedNames(packages: readonly DataPackage[]): Map<PackagedResource, string> {
  const all = packages.flatMap((owner) =>
    owner.resources.flatMap((resource) => {
      const naming = nameDataset(resource.name, 'resource');
      return 'name' in naming ? [{ owner, resource, config: naming.name }] : [];
    }),
  );
  const groups = [...Map.groupBy(all, ({ config }) => config).values()];
  const shared = groups.filter((group) => group.some(({ owner }) => owner !== group[0]?.owner)).flat();
  return new Map(shared.map(({ owner, resource }) => [resource, `${owner.name}-${resource.name}`]));
}
