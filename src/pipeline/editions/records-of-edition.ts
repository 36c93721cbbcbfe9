import { type PublishedRecord, parseRecords, type RecordsOfEdition } from '../../compare/records.ts';
import type { CellBlock } from '../../model.ts';
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
    /** The records with their cells in some columns alone. */
    blocks: (names: readonly string[]): Iterable<CellBlock> =>
      rereader(source, delimiter, fast).cells(names.map((name) => columns.findIndex((column) => column.name === name))),
    encode: recordEncoder(columns),
    /** Returns a function for the published values of cells in some columns, as JSON. */
    valuesIn(names: readonly string[]): (cells: Cells) => string[] {
      const encoders = names.map((name) => columns.find((column) => column.name === name)?.toJson);
      return (cells) => encoders.map((toJson, at) => toJson?.(cells[at] as string) ?? 'null');
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
  /** Column of times, and the last one of the last edition, whose records and all later ones are read; null to read none. */
  time: { column: string; last: string | number } | null;
}

/** The records of an edition that is not published yet, for questions that its profile does not answer. */
export function recordsOfEdition(profiled: Profiled, { key, sample, ends, time }: Asked): RecordsOfEdition {
  const { blocks, encode, valuesIn } = recordsIn(profiled);
  const publish = (records: readonly Cells[]): PublishedRecord[] => parseRecords(records.map(encode));
  const wanted = parseRecords(sample);
  const ids = wanted.map((record) => key.map((name) => String(record[name])).join('\n'));
  const idOf = identifier(valuesIn(key));
  const found = new Map<string, Cells | null>(ids.map((id) => [id, null]));
  let left = found.size;
  const jsonOf = valuesIn(time ? [time.column] : []);
  const later: Cells[] = [];
  const latest: Cells[] = [];
  /** The records to which those of a time belong, by its JSON; null for earlier ones. */
  const places = new Map<string, Cells[] | null>([['null', null]]);
  const placeOf = (json: string, last: string | number): Cells[] | null => {
    const value = JSON.parse(json) as string | number;
    return value < last ? null : value === last ? latest : later;
  };
  const asked = [...(time ? [time.column] : []), ...key];
  for (const { records, recordAt } of left > 0 || time ? blocks(asked) : []) {
    for (const [index, cells] of records.entries()) {
      if (time) {
        const [at] = jsonOf(cells) as [string];
        if (!places.has(at)) places.set(at, placeOf(at, time.last));
        places.get(at)?.push(recordAt(index));
      }
      if (left === 0) continue;
      const id = idOf(time ? cells.slice(1) : cells);
      if (found.get(id) !== null) continue;
      found.set(id, recordAt(index));
      left -= 1;
    }
    if (left === 0 && !time) break;
  }
  const matched = [...found].flatMap(([id, record]) => (record ? [[id, record] as const] : []));
  const published = publish(matched.map(([, record]) => record));
  const byId = new Map(matched.map(([id], index) => [id, published[index]]));
  return {
    pairs: wanted.map((record, index) => [record, byId.get(ids[index] as string)] as const),
    newest: { later: publish(later), latest: publish(latest) },
    isCutOff() {
      if (ends.length < 2) return false;
      let [first, last]: (Cells | undefined)[] = [];
      for (const { records, recordAt } of blocks([])) {
        if (records.length === 0) continue;
        first ??= recordAt(0);
        last = recordAt(records.length - 1);
      }
      return first !== undefined && last !== undefined && encode(first) === ends[0] && encode(last) === ends[1];
    },
    repeatedLine(names) {
      const identify = identifier(valuesIn(names));
      const seen = new Set<number>();
      for (const { records, placeOf: placeIn } of blocks(names)) {
        for (const [index, cells] of records.entries()) {
          const hash = hashRow([identify(cells)]);
          if (seen.has(hash)) return placeIn(index, 0).line;
          seen.add(hash);
        }
      }
      return null;
    },
  };
}

/** Returns a function for the identifier of a record, from its values in JSON. Numbers have that of the same digits as text. */
function identifier(valuesOf: (record: Cells) => string[]): (record: Cells) => string {
  const bare = (json: string): string =>
    json.startsWith('"') && !json.includes('\\') ? json.slice(1, -1) : String(JSON.parse(json));
  return (record) => valuesOf(record).map(bare).join('\n');
}
