import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { isObject } from '../problems/overlay.ts';
import type { Report } from '../problems/problem.ts';
import { checkValue } from './json/check-value.ts';
import { below, readJson } from './json/read-json.ts';

/** File of the raw-data folder that lists the editions whose differences the publisher has accepted. */
export const ACCEPTED_FILE = 'accepted.json';

const acceptedSchema = z.strictObject({
  /** Digest of the edition, or `removed` if the dataset was removed from the catalogue. */
  edition: z.string().regex(/^(?:[0-9a-f]{64}|removed)$/, 'must be a digest of 64 hexadecimal digits, or "removed"'),
  /** The publisher's reason; may be empty. */
  why: z.string(),
  /** What was accepted, for those who review the file. */
  differences: z.array(z.string()),
});

/** An accepted edition of a dataset. */
export type AcceptedEdition = z.infer<typeof acceptedSchema>;

/** Reads the accepted editions, by config name. Reports mistakes in the file and leaves out the entries that have some. */
export function readAccepted(rawData: string, report: Report): Map<string, AcceptedEdition> {
  const path = join(rawData, ACCEPTED_FILE);
  const document = existsSync(path) ? readJson(path, ACCEPTED_FILE, report) : null;
  const entries = document && isObject(document.value) ? Object.entries(document.value) : [];
  return new Map(
    entries.flatMap(([config, value]) => {
      const accepted = document && checkValue(acceptedSchema, value, below(document, config), report);
      return accepted ? [[config, accepted] as const] : [];
    }),
  );
}
