/** A record as it is published. */
export type PublishedRecord = Readonly<Record<string, unknown>>;

/** Records of the last edition, and those of the new one with the same key; undefined for a record whose key is missing. */
export type RecordPairs = readonly (readonly [was: PublishedRecord, is: PublishedRecord | undefined])[];

/** Records of both editions with the same key. */
export type MatchedRecords = readonly (readonly [was: PublishedRecord, is: PublishedRecord])[];

/** Fewer records than this say little. */
export const FEW_MATCHED = 10;

/** The records of a sample that both editions have. */
export function matchedRecords(pairs: RecordPairs): MatchedRecords {
  return pairs.flatMap(([was, is]) => (is ? [[was, is] as const] : []));
}

/** The records of the times that are new in an edition, and those of the last time that the last edition has. */
export interface NewestRecords {
  later: readonly PublishedRecord[];
  latest: readonly PublishedRecord[];
}

/** Parses records as they are published; together, since that takes half of the time. */
export function parseRecords(lines: readonly string[]): PublishedRecord[] {
  return JSON.parse(`[${lines.join(',')}]`);
}

/** What a judgement needs besides the documents of two editions, read from their records only if it is asked for. */
export interface RecordsOfEdition {
  /** Whether the records of the new edition are the first of the last edition, whose other records are missing. */
  isCutOff(): boolean;
  /** Records of the last edition, and those of the new one with the same key. */
  pairs: RecordPairs;
  newest: NewestRecords;
  /** Line of the first record that has the same values in these columns as an earlier one; null if all records differ. */
  repeatedLine(columns: readonly string[]): number | null;
}
