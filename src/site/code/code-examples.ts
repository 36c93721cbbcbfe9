import type { ColumnSchema, DownloadEntry } from '../../contract/documents.ts';
import type { Texts } from '../../texts/english.ts';
import { mText, scriptText, sheetsText, shellText, sqlText } from '../shared/literals.ts';

/** Example code, of one to four lines, for the language or program whose name is its title. `columns` are the names that `note` mentions. */
export type CodeExample = ReturnType<typeof example>;

/** Absolute URLs used in examples. */
export interface Addresses {
  /** URLs of the published downloads, by format. */
  downloads: ReadonlyMap<DownloadEntry['format'], string>;
  /** The first page of records. */
  records: string;
  /** The client, `almanac.js`. */
  client: string;
}

type Column = ColumnSchema<string>;

/** Magnitudes up to which all integers are exact in R's integer type, R's bit64 package, doubles and Excel cells, in this order. */
const MAX_IN_R = 2n ** 31n - 1n;
const MAX_IN_INTEGER64 = 2n ** 63n - 1n;
const MAX_IN_DOUBLE = 2n ** 53n;
const MAX_IN_EXCEL = 10n ** 15n - 1n;

/**
 * Examples that read all rows from the most suitable download. To preserve leading zeros and large integers, code for CSV declares column
 * types if possible. Without a suitable download, an example reads pages of records instead (often only the first), or is left out.
 */
export function codeExamples(columns: readonly Column[], { downloads, records, client }: Addresses): CodeExample[] {
  const [parquet, csv, ndjson] = (['parquet', 'csv', 'ndjson'] as const).map((format) => downloads.get(format));
  return [
    curl(records, csv ?? parquet ?? ndjson),
    pandas(columns, records, parquet, csv),
    parquet && example('Python (Polars)', `import polars as pl\ndf = pl.read_parquet(${scriptText(parquet)})`),
    r(columns, records, csv),
    parquet ? example('DuckDB', `SELECT * FROM ${sqlText(parquet)};`) : csv && duckdb(columns, csv),
    javascript(columns, records, client, ndjson),
    csv && excel(columns, csv),
    csv && example('Google Sheets', `=IMPORTDATA(${sheetsText(csv)})`, 'sheets'),
  ].filter((made) => typeof made === 'object');
}

type Note = keyof Texts['dataset']['notes'];

function example(language: string, code: string, note: Note | null = null, columns: readonly string[] = []) {
  return { language, code, note, columns };
}

function curl(records: string, file: string | undefined): CodeExample {
  if (file === undefined) return example('curl', `curl --fail ${shellText(records)}`, 'firstPage');
  return example('curl', `curl --fail --remote-name ${shellText(file)}`);
}

/** pandas types that allow nulls. `Float64` is not used, because pandas then rounds some numbers in CSV incorrectly. */
const PANDAS_TYPES = { int64: 'Int64', float64: 'float64', object: 'string' } as const;

function pandas(columns: readonly Column[], records: string, parquet?: string, csv?: string): CodeExample {
  const language = 'Python (pandas)';
  const start = 'import pandas as pd\ndf = pd';
  if (parquet !== undefined) {
    return example(language, `${start}.read_parquet(${scriptText(parquet)}, dtype_backend="numpy_nullable")`, 'pandas');
  }
  const types = `{${columns.map(({ name, type }) => `${scriptText(name)}: "${PANDAS_TYPES[type]}"`).join(', ')}}`;
  if (csv !== undefined) {
    // Only empty cells are null; `NA` is a string. By default, pandas reads the last digits of some numbers incorrectly.
    const exactly = 'keep_default_na=False, na_values=[""], float_precision="round_trip"';
    return example(language, `${start}.read_csv(${scriptText(csv)}, dtype=${types}, ${exactly})`);
  }
  const code = `import json, urllib.request
import pandas as pd
results = json.load(urllib.request.urlopen(${scriptText(records)}))["results"]
df = pd.DataFrame(results, dtype=object).astype(${types})`;
  return example(language, code, 'firstPage');
}

/** Uses `read.csv`, because readr trims strings and reads the last digits of some numbers incorrectly. */
function r(columns: readonly Column[], records: string, csv: string | undefined): CodeExample {
  if (csv === undefined) {
    const options = columns.some((column) => exceeds(column, MAX_IN_DOUBLE)) ? ', bigint_as_char = TRUE' : '';
    return example('R', `data <- jsonlite::fromJSON(${scriptText(records)}${options})$results`, 'firstPage');
  }
  const types = columns.map(typeInR);
  // In a one-column table, null is written as `""`. By default, R skips these rows if it reads text, and fails if it reads numbers.
  const nulls = columns.length === 1 ? `na.strings = c("", '""'), blank.lines.skip = FALSE` : 'na.strings = ""';
  const options = `${nulls}, check.names = FALSE, encoding = "UTF-8"`;
  const read = `data <- read.csv(${scriptText(csv)}, colClasses = ${inRuns(types)}, ${options})`;
  return types.includes('integer64') ? example('R', `library(bit64)\n${read}`, 'bit64') : example('R', read);
}

function typeInR(column: Column): string {
  if (column.type !== 'int64') return column.type === 'object' ? 'character' : 'numeric';
  // Only the lowest 64-bit integer exceeds this limit. bit64 uses it for NA, so the column is read as text.
  if (exceeds(column, MAX_IN_INTEGER64)) return 'character';
  if (exceeds(column, MAX_IN_DOUBLE)) return 'integer64';
  return exceeds(column, MAX_IN_R) ? 'numeric' : 'integer';
}

/** R code for a vector. Runs of equal types are shortened with `rep`, because R's console cuts off lines after 4,095 bytes. */
function inRuns(types: readonly string[]): string {
  const vector = types.map((type) => `"${type}"`).join(', ');
  const repeated = (run: string, type: string): string => `rep(${type}, ${run.split(',').length})`;
  return `c(${vector.replace(/("\w+")(?:, \1)+/g, repeated)})`;
}

const DUCKDB_TYPES = { int64: 'BIGINT', float64: 'DOUBLE', object: 'VARCHAR' } as const;

function duckdb(columns: readonly Column[], csv: string): CodeExample {
  // Types are matched by position, because column names are case-insensitive in DuckDB.
  const types = columns.map(({ type }) => `'${DUCKDB_TYPES[type]}'`).join(', ');
  const dialect = `header = true, delim = ',', quote = '"', escape = '"', new_line = '\\r\\n'`;
  // In a one-column table, null is written as `""`, so quoted empty values must be read as null.
  const nulls = columns.length === 1 ? '' : ', allow_quoted_nulls = false';
  return example('DuckDB', `SELECT * FROM read_csv(${sqlText(csv)}, ${dialect}, types = [${types}]${nulls});`);
}

function javascript(columns: readonly Column[], records: string, client: string, ndjson?: string): CodeExample {
  const large = columns.filter((column) => exceeds(column, MAX_IN_DOUBLE)).map(({ name }) => name);
  if (ndjson !== undefined) {
    const code = `const text = await (await fetch(${scriptText(ndjson)})).text();
const rows = text.split("\\n").slice(0, -1).map((line) => JSON.parse(line));`;
    return example('JavaScript', code, large.length > 0 ? 'rounds' : null, large);
  }
  const options = large.length > 0 ? '{ numbers: "text" }' : '';
  const code = `const { openDataset } = await import(${scriptText(client)});
const rows = await (await openDataset(${scriptText(records)})).toArray(${options});`;
  return example('JavaScript', code, 'browsers');
}

const EXCEL_TYPES = { int64: 'Int64.Type', float64: 'type number', object: 'type text' } as const;

function excel(columns: readonly Column[], csv: string): CodeExample {
  const source = `Csv.Document(Web.Contents(${mText(csv)}), [Delimiter = ",", Encoding = 65001])`;
  const types = columns.map((column) => {
    // Excel replaces all digits after the fifteenth with zeros.
    const type = exceeds(column, MAX_IN_EXCEL) ? 'object' : column.type;
    return `{${mText(column.name)}, ${EXCEL_TYPES[type]}}`;
  });
  const typed = `Table.TransformColumnTypes(Table, {${types.join(', ')}}, "en-US")`;
  return example('Excel', `let Table = Table.PromoteHeaders(${source}) in ${typed}`, 'excel');
}

/** Whether a column has integers with a magnitude above `limit`. */
function exceeds({ type, stats }: Column, limit: bigint): boolean {
  if (type !== 'int64' || stats === null) return false;
  const extremes = [stats.min, stats.max].map((it) => BigInt(it ?? 0));
  return extremes.some((value) => value > limit || value < -limit);
}
