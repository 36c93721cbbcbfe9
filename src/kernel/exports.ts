/* Types of the kernel's exports, which are documented in their sources in `wasm/`. */

/** Functions that the kernel exports. Addresses are byte offsets into its memory. */
export interface KernelFunctions {
  begin(delimiter: number, quote: number, hasCarriageReturns: boolean, width: number): void;
  setPlaces(source: number, bounds: number, special: number): void;
  scan(from: number, end: number, most: number, isLast: boolean): number;
  hashRecords(count: number, hashes: number): void;
  addText(column: number, record: number, cell: number): void;
  pass(
    column: number,
    cell: number,
    from: number,
    count: number,
    rules: number,
    values: number,
    unit: number,
    lowest: number,
    highest: number,
  ): number;
  addUp(values: number, count: number): void;
  pack(values: number, count: number, packed: number): number;
  unpack(packed: number, count: number, least: number, bytes: number, factor: number, values: number): void;
  countInBuckets(values: number, count: number, low: number, high: number, table: number): void;
  pick(values: number, count: number, low: number, high: number, picked: number): number;
  orderOf(values: number, count: number, previous: number, order: number): number;
  beginTally(table: number, slotCount: number): void;
  tallyAny(values: number, count: number, table: number, slotCount: number, most: number): number;
  countInBins(values: number, count: number, edges: number, bins: number, scale: number, counters: number): void;
  beginTexts(table: number): void;
  fillSlots(table: number): void;
  countTexts(table: number, column: number, cell: number, from: number, count: number, ids: number): number;
  mergeTexts(
    table: number,
    entries: number,
    bytes: number,
    from: number,
    count: number,
    firstRepeat: number,
    map: number,
  ): number;
  isGrouped(mantissa: number, places: number): number;
  prepareEncode(columns: number): number;
  encode(columns: number, from: number, cell: number, to: number, start: number, target: number, end: number): number;
  compressSnappy(source: number, length: number, table: number, target: number): number;
  toCsv(from: number, count: number, keys: number, columns: number, to: number): number;
  toLines(from: number, end: number, to: number): number;
  beginGroups(table: number, count: number, records: number, bytes: number, from: number, secret: number): void;
  clearGroup(): void;
  inputFor(bytes: number): number;
  addRecords(from: number, count: number): number;
  addAwaited(at: number): void;
  encodeColumn(column: number, results: number): void;
}

type Globals<Name extends string, Value> = Readonly<Record<Name, { readonly value: Value }>>;

type OfScan = 'records' | 'lines';
type OfPass = 'numbers' | 'decimals' | 'texts' | 'empties' | 'fewestPlaces';
type OfCell = 'kind' | 'mantissa' | 'places' | 'isAllowed';
type OfTexts = 'lacking' | 'lackingInBuffer';
type OfNumbers = 'lowest' | 'highest' | 'distinct' | 'hasRepeat';
type OfRecords = 'stoppedAt' | 'stoppedCell' | 'groupRecords' | 'isFull' | 'readEnd' | 'awaited';

/** Additional results of the last call, which the kernel exports as globals. */
export type Results = Globals<OfScan | OfPass | OfCell | OfTexts | OfNumbers | OfRecords, number> &
  Globals<'sum' | 'uppers' | 'products' | 'lowers', bigint>;

export type KernelExports = KernelFunctions & Results & Globals<'HEAP', number>;
