import { isDeepStrictEqual } from 'node:util';
import { fingerprintOf } from '../pipeline/input/csv-file.ts';
import { type CheckedFile, type CheckSource, checkSource } from './check-data.ts';

/** Checks files and remembers the findings, so that a file is read again only if the file or its description has changed. */
export class RememberedChecks {
  /** Number of checks that read a file instead of returning remembered findings. */
  read = 0;
  /** The last check of each file, by path and config name. */
  readonly #remembered = new Map<string, { fingerprint: string; asked: unknown; checked: CheckedFile }>();

  readonly check: CheckSource = (source, known = [], checking) => {
    const key = `${source.path}\n${source.config}`;
    const fingerprint = fingerprintOf(source.path);
    const asked = [source, known];
    const before = this.#remembered.get(key);
    if (before && before.fingerprint === fingerprint && isDeepStrictEqual(before.asked, asked)) return before.checked;
    // Copied, in case the originals are modified later.
    const copy = structuredClone(asked);
    const checked = checkSource(source, known, checking);
    this.read += 1;
    this.#remembered.set(key, { fingerprint, asked: copy, checked });
    return checked;
  };
}
