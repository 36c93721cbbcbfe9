// This module runs before every build, so it loads only built-in modules and a few of ours.

/*
 * The list of an output's files, as the build left them. With it, the next build can detect files that have been removed, added or
 * changed since, or truncated by a power failure.
 */

import { API_FOLDER } from '../../contract/routes.ts';
import type { ListedFolder, Written, WrittenFile } from '../../model.ts';
import { attempt } from '../../problems/attempt.ts';
import { fs } from '../files/builtin-fs.ts';
import { DIGEST_LENGTH, digestOfFile } from '../files/file-digest.ts';
import { isFileOf, statsOf, timeOf } from '../files/file-stats.ts';
import { CLIENT, MANIFEST_FILE } from '../output/output-names.ts';

/** Concatenated digests of the files in one folder, in the same order as the folder's `names`. */
export type FolderDigests = string;

export interface OutputListing {
  folders: readonly ListedFolder[];
  /** One item per folder, in the order of `folders`. */
  digests: readonly FolderDigests[];
}

/** Folder of the API in an output. Only builds write there, so all of its files are recorded as they are written. */
const API = `${CLIENT}${API_FOLDER}/`;

/**
 * Lists the files of a finished output in `root`, a path that ends with `/`. `written` must contain all files of the API and may contain
 * more, with paths relative to `client`. All other files are read from disk.
 */
export function listOutput(root: string, written: readonly WrittenFile[]): OutputListing {
  const files = new Map<string, WrittenFile[]>();
  // Folders without files are listed too, because their modification times show whether something was added.
  const filesIn = (folder: string): WrittenFile[] => {
    const there = files.get(folder) ?? [];
    files.set(folder, there);
    return there;
  };
  let [ofWritten, list]: [string | null, WrittenFile[]] = [null, []];
  for (const file of written) {
    const ofFile = folderOf(file.path);
    // The list is looked up only when the folder changes, since most files are in the same folder as the previous one.
    if (ofFile !== ofWritten) {
      ofWritten = ofFile;
      const folder = CLIENT + ofFile;
      list = filesIn(folder);
      for (let above = folderAbove(folder); above.startsWith(API); above = folderAbove(above)) filesIn(above);
    }
    list.push(file);
  }
  const given = new Set(written.flatMap(({ path }) => (path.startsWith(`${API_FOLDER}/`) ? [] : CLIENT + path)));
  const walk = (folder: string): void => {
    const list = filesIn(folder);
    for (const entry of fs.readdirSync(root + folder, { withFileTypes: true })) {
      const path = folder + entry.name;
      if (entry.isDirectory()) {
        if (`${path}/` !== API) walk(`${path}/`);
      } else if (path !== MANIFEST_FILE && !given.has(path)) {
        const stats = fs.lstatSync(root + path);
        list.push({ path, bytes: stats.size, modified: timeOf(stats), digest: digestOfFile(root + path) });
      }
    }
  };
  walk('');
  return {
    folders: [...files].map(([path, ofFolder]) => listFolder(root, path, ofFolder)),
    digests: [...files.values()].map((ofFolder) => ofFolder.map(({ digest }) => digest).join('')),
  };
}

function listFolder(root: string, path: string, files: readonly WrittenFile[]): ListedFolder {
  return {
    path,
    modified: timeOf(fs.lstatSync(root + path)),
    names: files.map((file) => file.path.slice(file.path.lastIndexOf('/') + 1)),
    sizes: files.map(({ bytes }) => bytes),
    times: files.map(({ modified }) => modified),
  };
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Parent of a folder. Both paths end with `/`. */
function folderAbove(folder: string): string {
  return folderOf(folder.slice(0, -1));
}

/** Digest of a file in a folder, by its index in the folder's `names`. */
function digestAt(digests: FolderDigests, index: number): string {
  return digests.slice(index * DIGEST_LENGTH, (index + 1) * DIGEST_LENGTH);
}

/** Groups published files by owner and leaves out those for which `ownerOf` returns undefined. Paths are relative to `client`. */
export function filesByOwner({ folders, digests }: OutputListing, ownerOf: (path: string) => string | undefined) {
  const found = new Map<string, WrittenFile[]>();
  for (const [index, { path: folder, names, sizes, times }] of folders.entries()) {
    if (!folder.startsWith(CLIENT)) continue;
    for (const [at, name] of names.entries()) {
      const path = folder.slice(CLIENT.length) + name;
      const owner = ownerOf(path);
      if (owner === undefined) continue;
      const [bytes, modified] = [sizes[at] as number, times[at] as number];
      const files = found.get(owner) ?? [];
      files.push({ path, bytes, modified, digest: digestAt(digests[index] ?? '', at) });
      found.set(owner, files);
    }
  }
  return found;
}

/** Number and total size, in bytes, of the published files. */
export function sizeOf({ folders }: OutputListing): Written {
  const published = folders.filter(({ path }) => path.startsWith(CLIENT)).flatMap(({ sizes }) => sizes);
  return { files: published.length, bytes: published.reduce((sum, size) => sum + size, 0) };
}

/** Changes made to an output since it was built. Paths are relative to the output. */
export type OutputChanges = ReturnType<typeof changesOf>;

/**
 * Finds changes to an output by comparing the sizes and times of its files and the times of its folders. If `digests` is given, also
 * compares the content of files and looks for unlisted files. `root` is an absolute path that ends with `/`.
 */
export function changesOf(
  root: string,
  folders: readonly ListedFolder[],
  digests: readonly FolderDigests[] | null = null,
) {
  const isIntact = (folder: ListedFolder, at: number, ofFolder: FolderDigests | undefined): boolean =>
    isFileOf(root + folder.path + folder.names[at], folder.sizes[at], folder.times[at]) &&
    (ofFolder === undefined ||
      attempt(() => digestOfFile(root + folder.path + folder.names[at]), null) === digestAt(ofFolder, at));
  const paths = new Set(folders.map(({ path }) => path));
  const files = folders.flatMap((folder, index) =>
    folder.names.filter((_, at) => !isIntact(folder, at, digests?.[index])).map((name) => folder.path + name),
  );
  return {
    /** Files that are missing or unreadable, or differ in size, time or content. */
    files,
    /** Folders that have been modified, for example because a file was added or removed. */
    folders: folders
      .filter((folder) => isAltered(root, folder) || (digests !== null && othersIn(root, folder, paths)?.length !== 0))
      .map(({ path }) => path),
  };
}

/** A listed folder and what it contains; the time is null if it is not known. */
type FolderNames = Pick<ListedFolder, 'path' | 'names'> & { modified: number | null };

/** Sorted paths in an output that are not listed. Of the listed folders, only those whose times have changed are read. */
export function unlistedIn(root: string, folders: readonly FolderNames[]): string[] {
  const paths = new Set(folders.map(({ path }) => path));
  const altered = folders.filter((folder) => folder.path === '' || isAltered(root, folder));
  return altered.flatMap((folder) => othersIn(root, folder, paths) ?? []).sort();
}

/** Whether a folder has been modified; always false for the root, which changes when the manifest is written after the listing. */
function isAltered(root: string, { path, modified }: FolderNames): boolean {
  if (path === '') return false;
  // With a trailing slash, `lstat` would follow a link to a folder.
  const there = statsOf(root + path.slice(0, -1));
  return !there?.isDirectory() || timeOf(there) !== modified;
}

/** Paths in a folder that are not listed; null if it cannot be read or is a link. `folders` are the paths of all listed folders. */
function othersIn(root: string, { path, names }: FolderNames, folders: ReadonlySet<string>): string[] | null {
  const known = new Set([...names, MANIFEST_FILE]);
  if (!statsOf(root + path.slice(0, -1))?.isDirectory()) return null;
  const isOther = (name: string): boolean => !known.has(name) && !folders.has(`${path}${name}/`);
  const others = attempt(() => fs.readdirSync(root + path).filter(isOther), null);
  return others?.map((name) => path + name) ?? null;
}
