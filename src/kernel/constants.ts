/* Constants that the kernel and its callers share, by the source in `wasm/` that uses them. In AssemblyScript, their type is `i32`. */

// bytes.ts
/** Number of bytes copied at a time. Up to that many bytes may be read and written past the end of a range. */
export const WORD = 16;

// scan.ts
/** Number of bytes inspected at a time. */
export const STRIDE = 64;
/** Maximum length in bytes of a record with its line ending. Callers allocate buffers for a record of this length. */
export const MAX_RECORD = 1 << 18;

// cells.ts
/** Kinds of cells, as far as they can be determined without decoding the bytes. */
export const NUMBER = 0;
export const PLAIN_TEXT = 1;
export const EMPTY = 3;
/** Flag: skip all plain texts. */
export const ALL_TEXTS = 1;
/** Flag: skip plain texts that are in the column's cache. */
export const KNOWN_TEXTS = 2;
/** Flag: skip empty cells. */
export const EMPTY_CELLS = 4;
/** Flag: skip a number only if it is in the column's cache. */
export const ONLY_KNOWN_NUMBERS = 8;
/** Flag: skip an integer only if it has at most three digits. */
export const ONLY_SHORT_INTEGERS = 16;
/** Flag: skip decimals whose point may be a thousands separator. */
export const GROUPED_DECIMALS = 32;
/** Flag: skip decimals whose point cannot be a thousands separator. */
export const UNGROUPED_DECIMALS = 64;
/** Flag: store the skipped numbers. Numbers that are out of bounds or have more than `unit` decimal places are then not skipped. */
export const KEEPS_NUMBERS = 128;
/** Flag: the column already has zero-padded codes, so a text that starts like one needs no inspection. */
export const HAS_CODES = 256;

// column.ts
export const COLUMN_BYTES = 5152;
/** Offset of 256 bytes, one for each byte value: 1 if a null token starts with that byte. 256 bytes more follow; all begin as 0. */
export const NULL_FIRSTS = 32;

// encode.ts
export const WRITTEN_BYTES = 12;
/** Mode of a column whose cells are already JSON numbers. In every mode, empty cells become null. */
export const NUMBERS_AS_THEY_STAND = 0;
/** Mode of a column whose cells become JSON strings. The caller writes those that start with a space or control character. */
export const TEXTS = 1;
/** Mode of a column whose non-empty cells are written by the caller. */
export const BY_CALLER = 2;

// formats.ts
export const MONTH = 1;
export const QUARTER = 2;
export const DATE = 4;
export const DATE_TIME = 8;
export const TIME = 16;
export const URL = 32;
export const EMAIL = 64;
export const CODE = 128;
/** Details of a date with a time: T between date and time, or a space; no time zone, or UTC (written as Z). */
export const WITH_T = 256;
export const WITH_BLANK = 512;
export const WITHOUT_ZONE = 1024;
export const IN_UTC = 2048;

// texts.ts
export const TEXTS_BYTES = 224;
export const ENTRY_BYTES = 24;
export const SLOT_BYTES = 8;
/** Maximum number of distinct texts, or numbers, that are counted, and maximum number of the bytes of texts that are kept. */
export const MAX_DISTINCT = 1 << 16;
export const MAX_DISTINCT_BYTES = 1 << 22;
/** Flag: there are more distinct texts than are counted. */
export const HAS_MORE = 1;
/** Flag: the bytes of some distinct texts were not kept. */
export const HAS_LOST_BYTES = 2;
/** Flags: the texts, or numbers, are in ascending or in descending order; repeats are allowed. */
export const ASCENDS = 4;
export const DESCENDS = 8;
/** Flag: no two consecutive texts, or numbers, are equal. */
export const DIFFERS = 16;

// order.ts
export const BUCKET_BITS = 12;
export const BUCKETS = 1 << BUCKET_BITS;
/** Size of a bucket table in bytes. It holds the lowest and highest number of each bucket, as doubles, then all 32-bit counts. */
export const TABLE_BYTES = BUCKETS * 20;

// pack.ts
/** Maximum number of values that `addUp` can add: with more, a sum could overflow 64 bits. */
export const MAX_ADDED = 1 << 10;
export const LOWER_BITS = 27;

// parquet.ts
export const STORED_BYTES = 40;
/** Types of values: integers and doubles of 64 bits, and texts. */
export const INTEGERS = 0;
export const DOUBLES = 1;
export const STRINGS = 2;
/** Set if a decimal ends in zero, and if a number is written otherwise than its double is, whatever the number of decimals. */
export const ENDS_IN_ZERO = 1 << 30;
export const OTHER_DIGITS = 1 << 31;

// snappy.ts
/** Size in bytes of the table that a compression needs. It holds, by hash, the latest offset of four bytes, as 32-bit integers. */
export const SNAPPY_TABLE_BYTES = 1 << 16;
