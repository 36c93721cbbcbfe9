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

/** The records of the newest time of an edition, and of the time before it. */
export interface NewestRecords {
  newest: readonly PublishedRecord[];
  before: readonly PublishedRecord[];
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
