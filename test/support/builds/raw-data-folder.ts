import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** Files of a test folder: text or bytes by path, with `/`. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Creates a folder with some files, which is removed after the test. */
export function folderWith(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFiles(folder, files);
  return folder;
}

/** Creates an empty folder for all tests of a file or of a group, which is removed after them. */
export function folderForAll(): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-tests-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files into a folder, replacing existing ones. */
export function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/**
 * Writes the files of the next of many cases over those of the one before. These are removed first: a file whose content is cut off and
 * written anew is sent to the disk at once by some file systems, which takes longer than the case.
 */
export function replaceFiles(folder: string, files: Files): void {
  for (const path of Object.keys(files)) rmSync(join(folder, path), { force: true });
  writeFiles(folder, files);
}

/** Creates a raw-data folder: the given files, and a catalogue with the categories economy and governance. */
export function rawDataWith(files: Files): string {
  return folderWith({ 'catalogue.json': CATALOGUE, ...files });
}

export const CATALOGUE = JSON.stringify({
  title: 'A catalogue',
  description: 'What it holds.',
  categories: {
    economy: { title: 'Economy', description: 'Money.' },
    governance: { title: 'Governance', description: 'Power.' },
  },
});

/** A CSV file and its sidecar, which is given as text, or as members that are added to a valid one. `path` has no ending. */
export function withSidecar(path: string, csv: Files[string], sidecar: string | object = {}): Files {
  const text = typeof sidecar === 'string' ? sidecar : sidecarWith(sidecar);
  return { [`${path}.csv`]: csv, [`${path}.meta.json`]: text };
}

/** Text of a valid sidecar. `members` are added to it, or removed from it if undefined. */
export function sidecarWith(members: object = {}): string {
  return JSON.stringify(
    {
      name: 'A dataset',
      description: 'What it says.',
      source: 'An institution',
      url: 'https://example.org/data',
      license: 'CC0',
      ...members,
    },
    null,
    2,
  );
}
