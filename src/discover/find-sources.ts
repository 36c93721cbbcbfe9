import type { Category, Source } from '../model.ts';
import { type Problem, problem, type Report } from '../problems/problem.ts';
import { type DataPackage, readDataPackage } from './data-package/read-data-package.ts';
import { describeFile, describeResourceFiles, type FoundData } from './describe-source.ts';
import { isCsv, type Listing, listFiles, SIDECAR, sidecarOf } from './list-files.ts';
import { chooseData } from './select-sources.ts';

/**
 * Finds the files with data below the raw-data folder that a sidecar or a data package describes, each with its name; in the order of
 * their config names, by code point. One whose name or category will not do is reported and marked as refused. `categories` is null
 * when the catalogue could not be read: then a dataset's category is not checked. `only` are glob patterns of what is looked for, of
 * config names or paths; without any it is all. Throws a `ProblemError` where one of them names nothing.
 */
export function findSources(
  rawData: string,
  categories: readonly Category[] | null,
  report: Report,
  only: readonly string[] = [],
): Source[] {
  const reported: Problem[] = [];
  const isAll = only.length === 0;
  const found = findData(rawData, categories, isAll ? report : (it) => reported.push(it));
  const chosen = isAll ? found : chooseData(found, only, reported, report);
  return chosen.flatMap(({ source }) => (source?.isDescribed ? source : []));
}

/**
 * Finds what `findSources` does, and the files with data that are not described, or not soundly; in the same order. What is wrong is
 * reported, and told with each of the files that it concerns.
 */
export function findData(rawData: string, categories: readonly Category[] | null, report: Report): FoundData[] {
  const listing = listFiles(rawData, report);
  const search = { rawData, listing, categories, report };
  const packages = listing.packages.map((file) => readDataPackage(rawData, file, listing, report));
  const tables = packages.flatMap(({ file, resources }) =>
    resources.flatMap((resource) => describeResourceFiles(search, file, resource)),
  );
  const packaged = new Set(packages.flatMap(({ files }) => files));
  const unread = packages.filter(({ isRead }) => !isRead);
  const around = (file: string): DataPackage[] => unread.filter((it) => file.startsWith(folderOf(it.file)));
  const files = listing.csvFiles
    .filter((file) => !packaged.has(file))
    .map((file) => describeFile(search, file, around(file)));
  const unknown = [...(unread.length > 0 ? listing.files : [])]
    .filter((file) => !isCsv(file) && !packaged.has(file) && around(file).length > 0)
    .map((file) => unreadData(file, around(file)));
  reportSidecarsWithoutData(listing, packaged, report);
  const found = withRefusals([...tables, ...files, ...unknown, ...refusedFiles(listing, packaged)], listing);
  const collisions = refuseCollisions(found, report);
  return found
    .map((it) => ({ ...it, problems: [...it.problems, ...(collisions.get(it) ?? [])] }))
    .sort((a, b) => (configOf(a) < configOf(b) ? -1 : 1));
}

function configOf({ source }: FoundData): string {
  return source?.config ?? '';
}

/** A folder with a slash behind it; empty for the raw-data folder itself. */
function folderOf(file: string): string {
  return file.slice(0, file.lastIndexOf('/') + 1);
}

/** A file that is not to be read, or that one of some packages may have that could not be read. */
function unreadData(file: string, packages: readonly DataPackage[]): FoundData {
  return { file, isDescribed: true, source: null, problems: [], shared: packages.flatMap((it) => it.problems) };
}

/** What is named like a CSV file and was reported to be none. */
function refusedFiles({ refused }: Listing, packaged: ReadonlySet<string>): FoundData[] {
  return [...refused.keys()].filter((file) => isCsv(file) && !packaged.has(file)).map((file) => unreadData(file, []));
}

/** Tells with each file why it or its sidecar was refused when the folder was listed. */
function withRefusals(found: readonly FoundData[], { refused }: Listing): FoundData[] {
  return found.map((it) => {
    const reasons = [it.file, sidecarOf(it.file)].flatMap((file) => refused.get(file) ?? []);
    return { ...it, problems: [...reasons, ...it.problems] };
  });
}

function reportSidecarsWithoutData(
  { csvFiles, sidecars, refused }: Listing,
  packaged: Set<string>,
  report: Report,
): void {
  const expected = new Set([...csvFiles, ...refused.keys(), ...packaged].map(sidecarOf));
  for (const sidecar of sidecars) {
    if (expected.has(sidecar)) continue;
    report(
      problem(
        'sidecar-without-data',
        { file: sidecar },
        'describes a CSV file that is not there',
        `Add ${sidecar.slice(0, -SIDECAR.length)}.csv, or remove this file.`,
      ),
    );
  }
}

/** Reports each of the sources that have a config name in common, with the others that have it. */
function refuseCollisions(found: readonly FoundData[], report: Report): Map<FoundData, Problem[]> {
  const told = new Map<FoundData, Problem[]>();
  const named = found.filter((it) => configOf(it) !== '');
  for (const [config, group] of Map.groupBy(named, configOf)) {
    if (group.length === 1) continue;
    for (const one of group) {
      const others = group.slice(0, 6).filter((other) => other !== one);
      const more = group.length > others.length + 1 ? ', …' : '';
      if (one.source) one.source.isRefused = true;
      const collision = problem(
        'name-collision',
        { file: one.file },
        `has the same config name "${config}" as ${others.map((other) => other.file).join(', ')}${more}`,
        'Rename one of them: the config name is made from the file’s name, or from its resource’s name in a data package, whatever the folder.',
      );
      report(collision);
      told.set(one, [collision]);
    }
  }
  return told;
}
