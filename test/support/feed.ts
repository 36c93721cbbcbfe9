import { recordFeed } from '../../src/publish/records/encode-record.ts';
import type { RecordWriter } from '../../src/publish/records/record-writer.ts';

/** Hands records, given as JSON texts, to a writer. */
export function feed(writer: RecordWriter, records: readonly string[]): void {
  const all = recordFeed([writer]);
  for (const record of records) all.add(record);
  all.flush();
}
