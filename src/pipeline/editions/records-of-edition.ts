import type { RecordsOfEdition } from '../../compare/judge-edition.ts';
import type { NewestRecords } from '../../compare/judge-newest.ts';
import type { PublishedRecord, RecordPairs } from '../../compare/judge-records.ts';
import type { RecordBlock } from '../../model.ts';
import { hashRow } from '../../parse/checks/check-duplicates.ts';
import { cellEncoder } from '../../profile/cells/interpret-cell.ts';
import { recordEncoder } from '../../publish/records/encode-record.ts';
import { readAgain } from '../read-as-text.ts';
import { columnsOf } from '../second-pass.ts';
import type { Profiled } from '../task-types.ts';

const UNCOUNTED = { add: (): void => {} };

/**
 * The records of an edition that is not published yet, for questions that its profile does not answer. `published` returns the line of a
 * record of the last edition as JSON, by its index from 0; null if it cannot be read. `sample` are records of the last edition to find again,
 * and `time` is a column of times, whose newest records are read; null to read none.
 */
export function recordsOfEdition(
  { source, dataset, delimiter }: Profiled,
  published: (index: number) => string | null,
  sample: { key: readonly string[]; records: readonly PublishedRecord[] } | null,
  time: string | null,
): RecordsOfEdition {
  const format = { ...source.format, delimiter, header: source.format.header ?? 1 };
  const blocks = (): Iterable<RecordBlock> => readAgain({ ...source, format }, UNCOUNTED);
  const columns = columnsOf(dataset, []).map(({ name, isNumeric, description }) => ({
    name,
    toJson: cellEncoder(isNumeric, description),
  }));
  const encode = recordEncoder(columns);
  /** Finds the records with the keys of those given, and stops once it has all of them. */
  const pairsOf = (records: readonly PublishedRecord[], key: readonly string[]): RecordPairs => {
    const cells = key.map((name) => columns.findIndex((column) => column.name === name));
    const found = new Map<string, PublishedRecord | undefined>();
    const keyOf = (record: PublishedRecord): string => key.map((name) => String(record[name])).join('\n');
    for (const record of records) found.set(keyOf(record), undefined);
    let left = cells.includes(-1) ? 0 : found.size;
    for (const { records: some } of left > 0 ? blocks() : []) {
      for (const record of some) {
        const id = cells
          .map((cell) => String(JSON.parse(columns[cell]?.toJson(record[cell] as string) ?? 'null')))
          .join('\n');
        if (!found.has(id) || found.get(id)) continue;
        found.set(id, JSON.parse(encode(record)));
        left -= 1;
      }
      if (left === 0) break;
    }
    return records.map((record) => [record, found.get(keyOf(record))]);
  };
  /** Reads the records of the newest time, and of the time before it. */
  const newestOf = (time: string): NewestRecords => {
    const cell = columns.findIndex((column) => column.name === time);
    const groups = new Map<string | number, PublishedRecord[]>();
    for (const { records } of blocks()) {
      for (const cells of records) {
        const value = JSON.parse(columns[cell]?.toJson(cells[cell] as string) ?? 'null') as string | number | null;
        if (value === null) continue;
        const group = groups.get(value);
        if (group) group.push(JSON.parse(encode(cells)));
        else if (groups.size < 2 || [...groups.keys()].some((other) => other < value)) {
          groups.set(value, [JSON.parse(encode(cells))]);
          const oldest = [...groups.keys()].reduce((a, b) => (a < b ? a : b));
          if (groups.size > 2) groups.delete(oldest);
        }
      }
    }
    const [before = [], newest = []] = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, records]) => records);
    return { newest, before };
  };
  return {
    newest: time === null ? { newest: [], before: [] } : newestOf(time),
    pairs: sample ? pairsOf(sample.records, sample.key) : [],
    isCutOff() {
      const last = published(dataset.rowCount - 1);
      if (last === null) return false;
      let [first, final]: (readonly string[] | undefined)[] = [];
      for (const { records } of blocks()) {
        first ??= records[0];
        final = records.at(-1) ?? final;
      }
      return first !== undefined && final !== undefined && encode(first) === published(0) && encode(final) === last;
    },
    repeatedLine(names) {
      const cells = names.map((name) => dataset.profiles.findIndex((profile) => profile.name === name));
      const seen = new Set<number>();
      for (const { records, placeOf } of blocks()) {
        for (const [index, record] of records.entries()) {
          const hash = hashRow(cells.map((cell) => record[cell] ?? ''));
          if (seen.has(hash)) return placeOf(index, 0).line;
          seen.add(hash);
        }
      }
      return null;
    },
  };
}
