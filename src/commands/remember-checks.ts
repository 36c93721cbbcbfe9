import { isDeepStrictEqual } from 'node:util';
import { fingerprintOf } from '../pipeline/input/csv-file.ts';
import { type CheckedFile, type CheckSource, checkSource } from './check-data.ts';

/** Checks files, and returns what it found before for those that have not changed, and are described as before. */
export interface RememberedChecks {
  check: CheckSource;
  /** Number of files that have been read. */
  readonly read: number;
}

export function rememberChecks(): RememberedChecks {
  /** By path, and the name under which it is published. */
  const remembered = new Map<string, { fingerprint: string; asked: unknown; checked: CheckedFile }>();
  let read = 0;
  return {
    check(source, known = [], checking) {
      const key = `${source.path}\n${source.config}`;
      const fingerprint = fingerprintOf(source.path);
      const asked = [source, known];
      const before = remembered.get(key);
      if (before && before.fingerprint === fingerprint && isDeepStrictEqual(before.asked, asked)) return before.checked;
      // Trying fixes changes problems.
      const copy = structuredClone(asked);
      const checked = checkSource(source, known, checking);
      read += 1;
      remembered.set(key, { fingerprint, asked: copy, checked });
      return checked;
    },
    get read() {
      return read;
    },
  };
}
