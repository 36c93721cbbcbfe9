import type { ColumnSchema, DownloadEntry } from '../../contract/documents.ts';
import type { Texts } from '../../texts/english.ts';
import type { ExactNumber } from '../exact-json.ts';
import { mText, scriptText, sheetsText, shellText, sqlText } from './literals.ts';

/** Code for one program. */
export interface CodeExample {
  /** The language or the program, which the page shows as a title. */
  language: string;
  /** One to four lines. */
  code: string;
  /** What to know about it; null for nothing. */
  note: CodeNote | null;
}

/** A note by its name among the texts of pages, with the columns that it is about. */
export interface CodeNote {
  name: keyof Texts['dataset']['notes'];
  columns: readonly string[];
}

/** Where an example reads from: addresses with their host. */
export interface Addresses {
  /** By format, for those that are published. */
  downloads: ReadonlyMap<DownloadEntry['format'], string>;
  /** The first page of records. */
  records: string;
  /** The client, `almanac.js`. */
  client: string;
}

type Column = ColumnSchema<ExactNumber>;

/** Largest magnitudes of whole numbers that R's integers, R's package bit64, all doubles, and Excel's cells hold exactly. */
const MAX_IN_R = 2n ** 31n - 1n;
const MOST_IN_INTEGER64 = 2n ** 63n - 1n;
const MAX_IN_DOUBLE = 2n ** 53n;
const MAX_IN_EXCEL = 10n ** 15n - 1n;

/**
 * Code for each program that reads all rows from the best of the published files, so that codes keep their zeros, and numbers have no other
 * digits: Parquet has the types in it, and for CSV the code names them. Programs that read none of these files get the first page, or no code.
 */
export function codeExamples(columns: readonly Column[], addresses: Addresses): CodeExample[] {
  return [
    curl(addresses),
    pandas(columns, addresses),
    polars(addresses),
    r(columns, addresses),
    duckdb(columns, addresses),
    javascript(columns, addresses),
    excel(columns, addresses),
    sheets(addresses),
  ].filter((example) => example !== null);
}

const FIRST_PAGE: CodeNote = { name: 'firstPage', columns: [] };

function curl({ downloads, records }: Addresses): CodeExample {
  const file = downloads.get('csv') ?? downloads.get('parquet') ?? downloads.get('ndjson');
  const language = 'curl';
  return file === undefined
    ? { language, code: `curl --fail ${shellText(records)}`, note: FIRST_PAGE }
    : { language, code: `curl --fail --remote-name ${shellText(file)}`, note: null };
}

/** Types of pandas that hold nulls, and every value exactly. `Float64` would not do for CSV: pandas then rounds some numbers wrongly. */
const PANDAS_TYPES = { int64: 'Int64', float64: 'float64', object: 'string' } as const;

function pandas(columns: readonly Column[], { downloads, records }: Addresses): CodeExample {
  const language = 'Python (pandas)';
  const [parquet, csv] = [downloads.get('parquet'), downloads.get('csv')];
  if (parquet !== undefined) {
    return {
      language,
      code: `import pandas as pd\ndf = pd.read_parquet(${scriptText(parquet)}, dtype_backend="numpy_nullable")`,
      note: { name: 'pandas', columns: [] },
    };
  }
  const types = `{${columns.map(({ name, type }) => `${scriptText(name)}: "${PANDAS_TYPES[type]}"`).join(', ')}}`;
  if (csv !== undefined) {
    // Empty cells are nulls, and `NA` in a text is a text. pandas' usual way of reading numbers is a few units off in the last place.
    const exactly = 'keep_default_na=False, na_values=[""], float_precision="round_trip"';
    return {
      language,
      code: `import pandas as pd\ndf = pd.read_csv(${scriptText(csv)}, dtype=${types}, ${exactly})`,
      note: null,
    };
  }
  return {
    language,
    code: `import json, urllib.request\nimport pandas as pd\nresults = json.load(urllib.request.urlopen(${scriptText(records)}))["results"]\ndf = pd.DataFrame(results, dtype=object).astype(${types})`,
    note: FIRST_PAGE,
  };
}

function polars({ downloads }: Addresses): CodeExample | null {
  const parquet = downloads.get('parquet');
  if (parquet === undefined) return null;
  return {
    language: 'Python (Polars)',
    code: `import polars as pl\ndf = pl.read_parquet(${scriptText(parquet)})`,
    note: null,
  };
}

/**
 * With R's own function, which reads numbers as R reads them in code: at most the double beside the nearest. readr's numbers are off by up to
 * hundreds of units in the last place, and it trims texts.
 */
function r(columns: readonly Column[], { downloads, records }: Addresses): CodeExample {
  const csv = downloads.get('csv');
  if (csv === undefined) {
    const options = columns.some((column) => exceeds(column, MAX_IN_DOUBLE)) ? ', bigint_as_char = TRUE' : '';
    return {
      language: 'R',
      code: `data <- jsonlite::fromJSON(${scriptText(records)}${options})$results`,
      note: FIRST_PAGE,
    };
  }
  const types = columns.map(typeInR);
  // In a table of one column a null is in quotes, which R takes for a blank line in a text, and for a value in a number.
  const nulls = columns.length === 1 ? `na.strings = c("", '""'), blank.lines.skip = FALSE` : 'na.strings = ""';
  const options = `${nulls}, check.names = FALSE, encoding = "UTF-8"`;
  const needsPackage = types.includes('integer64');
  const read = `data <- read.csv(${scriptText(csv)}, colClasses = ${inRuns(types)}, ${options})`;
  return {
    language: 'R',
    code: needsPackage ? `library(bit64)\n${read}` : read,
    note: needsPackage ? { name: 'bit64', columns: [] } : null,
  };
}

function typeInR(column: Column): string {
  if (column.type !== 'int64') return column.type === 'object' ? 'character' : 'numeric';
  // What would be the least integer64 is its NA.
  if (exceeds(column, MOST_IN_INTEGER64)) return 'character';
  if (exceeds(column, MAX_IN_DOUBLE)) return 'integer64';
  return exceeds(column, MAX_IN_R) ? 'numeric' : 'integer';
}

/** A vector of R. Runs are shortened, because R's console cuts lines after 4,095 bytes. */
function inRuns(types: readonly string[]): string {
  const runs: { type: string; length: number }[] = [];
  for (const type of types) {
    const last = runs.at(-1);
    if (last?.type === type) last.length++;
    else runs.push({ type, length: 1 });
  }
  return `c(${runs.map(({ type, length }) => (length === 1 ? `"${type}"` : `rep("${type}", ${length})`)).join(', ')})`;
}

const DUCKDB_TYPES = { int64: 'BIGINT', float64: 'DOUBLE', object: 'VARCHAR' } as const;

function duckdb(columns: readonly Column[], { downloads }: Addresses): CodeExample | null {
  const language = 'DuckDB';
  const [parquet, csv] = [downloads.get('parquet'), downloads.get('csv')];
  if (parquet !== undefined) return { language, code: `SELECT * FROM ${sqlText(parquet)};`, note: null };
  if (csv === undefined) return null;
  // By position, since in DuckDB names that differ only in case are the same name.
  const types = columns.map(({ type }) => `'${DUCKDB_TYPES[type]}'`).join(', ');
  const dialect = `header = true, delim = ',', quote = '"', escape = '"', new_line = '\\r\\n'`;
  // In a table of one column a null is in quotes, because readers skip empty lines.
  const nulls = columns.length === 1 ? '' : ', allow_quoted_nulls = false';
  return {
    language,
    code: `SELECT * FROM read_csv(${sqlText(csv)}, ${dialect}, types = [${types}]${nulls});`,
    note: null,
  };
}

function javascript(columns: readonly Column[], { downloads, records, client }: Addresses): CodeExample {
  const language = 'JavaScript';
  const ndjson = downloads.get('ndjson');
  const large = columns.filter((column) => exceeds(column, MAX_IN_DOUBLE)).map(({ name }) => name);
  if (ndjson !== undefined) {
    return {
      language,
      code: `const text = await (await fetch(${scriptText(ndjson)})).text();\nconst rows = text.split("\\n").slice(0, -1).map((line) => JSON.parse(line));`,
      note: large.length > 0 ? { name: 'rounds', columns: large } : null,
    };
  }
  const options = large.length > 0 ? '{ numbers: "text" }' : '';
  return {
    language,
    code: `const { openDataset } = await import(${scriptText(client)});\nconst rows = await (await openDataset(${scriptText(records)})).toArray(${options});`,
    note: { name: 'browsers', columns: [] },
  };
}

const EXCEL_TYPES = { int64: 'Int64.Type', float64: 'type number', object: 'type text' } as const;

function excel(columns: readonly Column[], { downloads }: Addresses): CodeExample | null {
  const csv = downloads.get('csv');
  if (csv === undefined) return null;
  const source = `Csv.Document(Web.Contents(${mText(csv)}), [Delimiter = ",", Encoding = 65001])`;
  const types = columns.map((column) => {
    // A cell of Excel would replace the digits after the fifteenth by zeros.
    const type = exceeds(column, MAX_IN_EXCEL) ? 'object' : column.type;
    return `{${mText(column.name)}, ${EXCEL_TYPES[type]}}`;
  });
  return {
    language: 'Excel',
    code: `let Table = Table.PromoteHeaders(${source}) in Table.TransformColumnTypes(Table, {${types.join(', ')}}, "en-US")`,
    note: { name: 'excel', columns: [] },
  };
}

function sheets({ downloads }: Addresses): CodeExample | null {
  const csv = downloads.get('csv');
  if (csv === undefined) return null;
  return {
    language: 'Google Sheets',
    code: `=IMPORTDATA(${sheetsText(csv)})`,
    note: { name: 'sheets', columns: [] },
  };
}

/** Whether a column has whole numbers whose magnitude is above a limit. */
function exceeds({ type, stats }: Column, most: bigint): boolean {
  if (type !== 'int64' || stats === null) return false;
  return [stats.min, stats.max].some((it) => {
    const value = it === null ? 0n : BigInt(it.digits);
    return value > most || value < -most;
  });
}
