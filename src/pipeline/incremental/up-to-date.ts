// This module runs before every build, so it loads only built-in modules and a few of ours, none of which parses or publishes data.

import { basename, dirname, join } from 'node:path';
import { INDEX_FILE } from '../../contract/routes.ts';
import { attempt } from '../../problems/attempt.ts';
import { formatCount } from '../../problems/format-problem.ts';
import type { Settings } from '../../settings/settings.ts';
import { fs } from '../files/builtin-fs.ts';
import { DISCARDED, isLeftover, MARK_FILE } from '../output/output-names.ts';
import type { ManifestReport } from './build-manifest.ts';
import { detectChanges } from './change-detector.ts';
import { changesOf } from './output-listing.ts';

/**
 * Returns the report of the last build if a build with these settings has nothing to do: no setting that affects the output and no file of
 * the raw data, the generator or the output has changed, and nothing is left to clean up or to try again. Otherwise null.
 */
export function upToDateReport(settings: Settings, progress: (line: string) => void): ManifestReport | null {
  // What another output has may have changed.
  if (settings.previous !== null) return null;
  const place = wholePlaceOf(settings.out);
  const changes = place === null ? null : detectChanges(settings, place);
  if (place === null || !changes?.previous || !changes.isAllUnchanged()) return null;
  const { report, output, details } = changes.previous;
  const listed = output();
  const digests = settings.verify ? (details()?.digests ?? []) : null;
  if (!listed || digests?.length === 0) return null;
  const { files, folders } = changesOf(`${place}/`, listed, digests);
  if (files.length > 0 || folders.length > 0) return null;
  // This problem depends on the machine, so it may have been solved in the meantime.
  if (report.problems.some(({ code }) => code === 'pictures-unavailable')) return null;
  progress(`unchanged ${formatCount(report.datasets.length, 'dataset')}: the output is up to date`);
  return report;
}

/** Real path of an output, if it is complete and no killed build has left a folder next to it; otherwise null. */
function wholePlaceOf(out: string): string | null {
  return attempt(() => {
    const place = fs.realpathSync(out);
    const beside = fs.readdirSync(dirname(place)).filter((name) => !name.endsWith(DISCARDED));
    const leftovers = beside.filter((name) => isLeftover(name, basename(place)));
    const isThere = fs.existsSync(join(place, MARK_FILE)) && fs.existsSync(join(place, 'client', INDEX_FILE));
    return isThere && leftovers.length === 0 ? place : null;
  }, null);
}
