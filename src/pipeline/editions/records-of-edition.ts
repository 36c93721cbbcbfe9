import type { PublishedRecord, RecordsOfEdition } from '../../compare/records.ts';
import type { RecordBlock } from '../../model.ts';
import { hashRow } from '../../parse/checks/check-duplicates.ts';
import { cellEncoder } from '../../profile/cells/interpret-cell.ts';
import { recordEncoder } from '../../publish/records/encode-record.ts';
import { rereader } from '../rules/rereader.ts';
import { columnsOf } from '../second-pass.ts';
import type { Profiled } from '../task-types.ts';

type Cells = readonly string[];

/** The records of a data file that was profiled, each time it is read again, and how their cells are published. */
export function recordsIn({ source, dataset, delimiter, fast }: Profiled) {
  const columns = columnsOf(dataset, []).map(({ name, isNumeric, description }) => ({
    name,
    toJson: cellEncoder(isNumeric, description),
  }));
  return {
    blocks: (): Iterable<RecordBlock> => rereader(source, delimiter, fast)([...columns.keys()]),
    encode: recordEncoder(columns),
    /** Returns a function for the published value of a record in one column. */
    valueIn(name: string): (record: Cells) => string | number | null {
      const cell = columns.findIndex((column) => column.name === name);
      return (record) => JSON.parse(columns[cell]?.toJson(record[cell] as string) ?? 'null');
    },
  };
}

/** What of the records of an edition is asked for. */
interface Asked {
  /** Columns that identify records, and records of the last edition, as JSON, to find again; empty to find none. */
  key: readonly string[];
  sample: readonly string[];
  /** The first record of the last edition and the one that is the last in the new one if that is cut off; empty if it cannot be. */
  ends: readonly string[];
  /** Column of times whose newest records are read; null to read none. */
  time: string | null;
}

/** The records of an edition that is not published yet, for questions that its profile does not answer. */
export function recordsOfEdition(profiled: Profiled, { key, sample, ends, time }: Asked): RecordsOfEdition {
  const { blocks, encode, valueIn } = recordsIn(profiled);
  const parsed = (record: Cells): PublishedRecord => JSON.parse(encode(record));
  const values = key.map(valueIn);
  const wanted = sample.map((line): PublishedRecord => JSON.parse(line));
  // A key of numbers is the same if it is text now.
  const idOf = (record: PublishedRecord): string => key.map((name) => String(record[name])).join('\n');
  const found = new Map<string, PublishedRecord | undefined>(wanted.map((record) => [idOf(record), undefined]));
  let left = found.size;
  const timeOf = time === null ? null : valueIn(time);
  const times = new Map<string | number, PublishedRecord[]>();
  /** Keeps the records of the two latest times. */
  const keepLatest = (value: string | number | null, record: Cells): void => {
    const others = value === null ? undefined : times.get(value);
    if (others) others.push(parsed(record));
    else if (value !== null && (times.size < 2 || [...times.keys()].some((other) => other < value))) {
      times.set(value, [parsed(record)]);
      if (times.size > 2) times.delete([...times.keys()].reduce((one, other) => (one < other ? one : other)));
    }
  };
  for (const { records } of left > 0 || timeOf ? blocks() : []) {
    for (const record of records) {
      if (timeOf) keepLatest(timeOf(record), record);
      if (left === 0) continue;
      const id = values.map((read) => String(read(record))).join('\n');
      if (!found.has(id) || found.get(id)) continue;
      found.set(id, parsed(record));
      left -= 1;
    }
    if (left === 0 && !timeOf) break;
  }
  const [before = [], newest = []] = [...times].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, records]) => records);
  return {
    pairs: wanted.map((record) => [record, found.get(idOf(record))] as const),
    newest: { newest, before },
    isCutOff() {
      if (ends.length < 2) return false;
      let [first, last]: (Cells | undefined)[] = [];
      for (const { records } of blocks()) {
        first ??= records[0];
        last = records.at(-1) ?? last;
      }
      return first !== undefined && last !== undefined && encode(first) === ends[0] && encode(last) === ends[1];
    },
    repeatedLine(names) {
      const values = names.map(valueIn);
      const seen = new Set<number>();
      for (const { records, placeOf } of blocks()) {
        for (const [index, record] of records.entries()) {
          const hash = hashRow(values.map((read) => String(read(record))));
          if (seen.has(hash)) return placeOf(index, 0).line;
          seen.add(hash);
        }
      }
      return null;
    },
  };
}
