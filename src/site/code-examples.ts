import type { ColumnSchema, DownloadEntry } from '../contract/documents.ts';
import type { ExactNumber } from './exact-json.ts';

/** Code in one language that reads a whole dataset. */
export interface CodeExample {
  language: string;
  code: string;
  /** What to know about it; null for nothing. */
  note: string | null;
}

/** Where an example reads from: addresses with their host. */
export interface Addresses {
  /** By format, for those that are published. */
  downloads: ReadonlyMap<DownloadEntry['format'], string>;
  schema: string;
  /** The first page of records. */
  records: string;
}

type Column = ColumnSchema<ExactNumber>;

/** With more columns, an example takes their types from the schema. */
const MOST_NAMED = 20;
/** Largest magnitudes that R's and JavaScript's integers hold. */
const MOST_IN_R = 2 ** 31 - 1;

/** Code that reads all rows with the types of the columns, so that codes keep their zeros; without a CSV file, code that reads the first page. */
export function codeExamples(columns: readonly Column[], { downloads, schema, records }: Addresses): CodeExample[] {
  const csv = downloads.get('csv');
  const ndjson = downloads.get('ndjson');
  if (csv === undefined) return firstPageExamples(records);
  return [
    { language: 'curl', code: `curl --remote-name "${csv}"`, note: null },
    { language: 'Python', code: pandas(columns, csv, schema), note: null },
    {
      language: 'R',
      code: `data <- readr::read_csv("${csv}", col_types = "${readrTypes(columns)}", na = "")`,
      note: null,
    },
    { language: 'DuckDB', code: duckdb(columns, csv), note: null },
    {
      language: 'JavaScript',
      code:
        ndjson === undefined
          ? `const text = await (await fetch("${csv}")).text();`
          : `const text = await (await fetch("${ndjson}")).text();\nconst rows = text.split("\\n").slice(0, -1).map((line) => JSON.parse(line));`,
      note: null,
    },
    {
      language: 'Excel',
      code: powerQuery(columns, csv),
      note: 'Data → Get Data → Launch Power Query Editor → New Source → Blank Query → Advanced Editor. The types keep codes such as 01001 as they are.',
    },
    {
      language: 'Google Sheets',
      code: `=IMPORTDATA("${csv}")`,
      note: 'Sheets chooses the types itself, so codes such as 01001 lose their zeros. It reads small tables only.',
    },
  ];
}

/** Code that reads the first page. */
function firstPageExamples(url: string): CodeExample[] {
  return [
    { language: 'curl', code: `curl "${url}"`, note: null },
    { language: 'JavaScript', code: `const { results } = await (await fetch("${url}")).json();`, note: null },
    {
      language: 'Python',
      code: `import pandas, requests\ndf = pandas.DataFrame(requests.get("${url}").json()["results"])`,
      note: null,
    },
    { language: 'R', code: `df <- jsonlite::fromJSON("${url}")$results`, note: null },
  ];
}

/** Types of pandas that hold nulls, and every value exactly. */
const PANDAS_TYPES = { int64: 'Int64', float64: 'float64', object: 'string' } as const;

function pandas(columns: readonly Column[], csv: string, schema: string): string {
  // Empty cells are nulls, and `NA` in a text is a text.
  const nulls = 'keep_default_na=False, na_values=[""]';
  if (columns.length > MOST_NAMED) {
    const types = Object.entries(PANDAS_TYPES).map(([type, name]) => `"${type}": "${name}"`);
    return [
      'import json, urllib.request',
      'import pandas as pd',
      `schema = json.load(urllib.request.urlopen("${schema}"))`,
      `types = {${types.join(', ')}}`,
      'dtype = {column["name"]: types[column["type"]] for column in schema["columns"]}',
      `df = pd.read_csv("${csv}", dtype=dtype, ${nulls})`,
    ].join('\n');
  }
  const types = columns.map(({ name, type }) => `${JSON.stringify(name)}: "${PANDAS_TYPES[type]}"`);
  return `import pandas as pd\ndf = pd.read_csv("${csv}", dtype={${types.join(', ')}}, ${nulls})`;
}

/** One letter a column: character, integer, double, or a double for integers that R's own cannot hold. */
function readrTypes(columns: readonly Column[]): string {
  return columns
    .map(({ type, stats }) => {
      if (type === 'object') return 'c';
      const isSmall = (it: ExactNumber | null): boolean => it !== null && Math.abs(Number(it.digits)) <= MOST_IN_R;
      return type === 'int64' && stats !== null && isSmall(stats.min) && isSmall(stats.max) ? 'i' : 'd';
    })
    .join('');
}

const DUCKDB_TYPES = { int64: 'BIGINT', float64: 'DOUBLE', object: 'VARCHAR' } as const;

function duckdb(columns: readonly Column[], csv: string): string {
  const types = columns.map(({ name, type }) => `${sqlText(name)}: '${DUCKDB_TYPES[type]}'`);
  const given = columns.length > MOST_NAMED ? '' : `, columns = {${types.join(', ')}}`;
  return `SELECT * FROM read_csv('${csv}', header = true${given}, allow_quoted_nulls = false);`;
}

function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

const EXCEL_TYPES = { int64: 'Int64.Type', float64: 'type number', object: 'type text' } as const;

function powerQuery(columns: readonly Column[], csv: string): string {
  const source = `Csv.Document(Web.Contents("${csv}"), [Delimiter = ",", Encoding = 65001])`;
  const types = columns.map(({ name, type }) => `{"${name.replaceAll('"', '""')}", ${EXCEL_TYPES[type]}}`);
  return `let Table = Table.PromoteHeaders(${source}) in Table.TransformColumnTypes(Table, {${types.join(', ')}}, "en")`;
}
