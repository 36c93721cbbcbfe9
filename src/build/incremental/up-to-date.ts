/** Tells when a build has nothing to do. Loads little, and nothing but Node's own modules and a few of ours: it runs in front of every build. */

import { basename, dirname, join } from 'node:path';
import { formatCount } from '../../problems/format-problem.ts';
import type { Settings } from '../../settings/settings.ts';
import { isLeft, MANIFEST_FILE, MARK_FILE } from '../output/output-names.ts';
import { type SiteReport, secondsSince } from '../report.ts';
import { type BuildManifest, encodeManifest, readManifest } from './build-manifest.ts';
import { existsSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from './builtin-fs.ts';
import { ChangeDetector } from './change-detector.ts';
import { snapshotFolder } from './file-snapshot.ts';
import { readGenerator } from './generator-version.ts';
import { areUntouched } from './output-mtimes.ts';

/**
 * The report of the build that made an output, where another with the same settings would make the same: no file of the raw data, and none
 * of the generator, has changed. Otherwise null. Of the output it is seen where a dataset’s file was removed or added, not where one was
 * written over.
 */
export async function upToDateReport(settings: Settings, progress: (line: string) => void): Promise<SiteReport | null> {
  const started = process.uptime();
  const place = placeOf(settings.out);
  const record = place === null ? null : readManifest(place);
  if (place === null || !record) return null;
  const generator = readGenerator(record.generator);
  const listing = snapshotFolder(settings.rawData);
  // What another generator has written may have another form.
  if (!listing || generator?.digest !== record.generator.digest) return null;
  const notes = new ChangeDetector(settings, record, generator, listing);
  const client = join(place, 'client');
  const isWhole = record.published.every((times) => areUntouched(client, times, settings.pageSizes));
  if (!isWhole || !notes.isAllUnchanged()) return null;
  const { ok, datasets, problems, files, bytes } = record.report;
  if (notes.isUnsettled()) await renewRecord(place, record, notes.toUnchangedRecord());
  progress(`unchanged ${formatCount(datasets.length, 'dataset')}: the output is as this build would make it`);
  return { ok, published: true, datasets, problems, files, bytes, seconds: secondsSince(started) };
}

/** Where an output lies, in order: without any links, and with nothing beside it that a killed process has left; otherwise null. */
function placeOf(out: string): string | null {
  try {
    const place = realpathSync(out);
    const left = readdirSync(dirname(place)).filter((name) => isLeft(name, basename(place)));
    const isThere = existsSync(join(place, MARK_FILE)) && existsSync(join(place, 'client/v1/index.json'));
    return isThere && left.length === 0 ? place : null;
  } catch {
    return null;
  }
}

/** Puts a record in the place of one that says the same of older times, so that the files need not be read the next time. */
async function renewRecord(place: string, former: BuildManifest, record: BuildManifest): Promise<void> {
  const { lockOutput } = await import('../output/lock-output.ts');
  const lock = await lockOutput(place, () => {});
  const [path, renewed] = [join(place, MANIFEST_FILE), join(place, `${MANIFEST_FILE}.new`)];
  try {
    const there = lock.isAlone ? readManifest(place) : null;
    if (!there || encodeManifest(there) !== encodeManifest(former)) return;
    writeFileSync(renewed, encodeManifest(record));
    renameSync(renewed, path);
  } catch {
    // The former record still holds.
    rmSync(renewed, { force: true });
  } finally {
    lock.release();
  }
}
