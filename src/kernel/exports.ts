/* Types of the kernel's exports, which are documented in their sources in `wasm/`. */

/** Functions that the kernel exports. Addresses are byte offsets into its memory. */
export interface KernelFunctions {
  begin(delimiter: number, quote: number, hasCarriageReturns: boolean, width: number): void;
  setPlaces(source: number, bounds: number, special: number): void;
  scan(from: number, end: number, most: number, isLast: boolean): number;
  hashRecords(count: number, hashes: number, buffer: number): void;
  beginColumn(
    column: number,
    nameFirst: number,
    nameLength: number,
    doubledLength: number,
    longestNull: number,
    hasOwnNulls: boolean,
  ): void;
  addNullFirst(column: number, byte: number): void;
  addNumber(column: number, mantissa: number, places: number): void;
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
  isPassed(column: number, rules: number): number;
  isGrouped(mantissa: number, places: number): number;
  prepareEncode(columns: number): void;
  mostBytes(cellBytes: number): number;
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

export const RESULTS = [
  'records',
  'lines',
  'numbers',
  'decimals',
  'texts',
  'empties',
  'kind',
  'mantissa',
  'places',
  'stoppedAt',
  'stoppedCell',
  'lowest',
  'highest',
  'distinct',
  'hasRepeat',
  'lacking',
  'lackingInBuffer',
  'fewestPlaces',
  'groupRecords',
  'isFull',
  'readEnd',
  'awaited',
] as const;

export const EXACT_RESULTS = ['sum', 'uppers', 'products', 'lowers'] as const;

/** Additional results of the last call, which the kernel exports as globals. Those in `EXACT_RESULTS` are 64-bit integers. */
export type Results = Readonly<Record<(typeof RESULTS)[number], { readonly value: number }>> &
  Readonly<Record<(typeof EXACT_RESULTS)[number], { readonly value: bigint }>>;

export type KernelExports = KernelFunctions & Results & { HEAP: { readonly value: number } };
