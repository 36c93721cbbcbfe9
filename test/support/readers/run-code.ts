import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { parse } from 'csv-parse/sync';
import { openDuckDb } from './duckdb.ts';

/** A table as a program reads it. Numbers have the digits that the program prints, and are read again without loss. */
export interface ReadTable {
  names: string[];
  /** Null for a null, which R and pandas call NA. */
  rows: (string | null)[][];
}

/**
 * Runs the code for a language, and says which table it read. `names` are the names of the columns, for languages whose records have no
 * order.
 */
export type RunCode = (code: string, names: readonly string[]) => Promise<ReadTable>;

/** Runs code in DuckDB, which reads a file in place of an address: its extension for HTTP is not in the package. */
export function duckDbWith(fileOf: (address: string) => string): RunCode {
  return async (code) => {
    const { query, close } = await openDuckDb();
    try {
      const sql = code.replace(/(?<=')http[^']*/, fileOf);
      const names = (await query(`DESCRIBE ${sql}`)).map(([name]) => String(name));
      const rows = await query(sql);
      return { names, rows: rows.map((cells) => cells.map((it) => (it === null ? null : String(it)))) };
    } finally {
      close();
    }
  };
}

/** Runs JavaScript in a thread of its own, which reads the client from its file: Node imports no modules from the web. */
export const runJavaScript: RunCode = async (code, names) => {
  const client = pathToFileURL('public/almanac.js').href;
  const local = code.replace(/import\("[^"]*almanac\.js"\)/, `import(${JSON.stringify(client)})`);
  const program = `import { parentPort } from 'node:worker_threads';\n${local}\nparentPort.postMessage(JSON.stringify(rows));`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { execArgv: [] });
  const [[printed]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  const rows = JSON.parse(printed) as object[];
  const textsOf = (row: object): (string | null)[] => {
    const cells = new Map(Object.entries(row));
    return names.map((name) => (cells.get(name) === null ? null : String(cells.get(name))));
  };
  return { names: [...names], rows: rows.map(textsOf) };
};

const PRINT_IN_PYTHON = `
import json
import math
def cell(it):
    if it is None or type(it).__name__ == "NAType" or isinstance(it, float) and math.isnan(it): return None
    return it if isinstance(it, str) else repr(it)
columns = [df[name].to_list() for name in df.columns]
print(json.dumps({"names": list(df.columns), "rows": [[cell(it) for it in row] for row in zip(*columns)]}))`;

/** Runs Python, and takes the data frame `df`. */
export const runPython: RunCode = async (code) =>
  JSON.parse(await runProgram('python3', ['-c', code + PRINT_IN_PYTHON])) as ReadTable;

const PRINT_IN_R = `
data[] <- lapply(data, function(it) if (is.double(it) && !inherits(it, "integer64")) ifelse(is.na(it), NA, sprintf("%.17g", it)) else as.character(it))
write.csv(data, row.names = FALSE, na = "")`;

/** Runs R, and takes the data frame `data`. */
export const runR: RunCode = async (code) => {
  const printed = await runProgram('Rscript', ['-e', code + PRINT_IN_R]);
  const cast = (text: string, { quoting }: { quoting: boolean }): string | null => (quoting ? text : null);
  const [names, ...rows] = parse(printed, { cast, skip_empty_lines: false }) as [string[], ...(string | null)[][]];
  return { names, rows };
};

/** Whether Python has some modules. */
export function pythonHas(...modules: string[]): boolean {
  return spawnSync('python3', ['-c', `import ${modules.join(', ')}`]).status === 0;
}

/** Whether R is installed, with some packages. */
export function rHas(...packages: string[]): boolean {
  return spawnSync('Rscript', ['-e', packages.map((name) => `library(${name})`).join('; ') || '1']).status === 0;
}

/** A cell as a value of its column's type; null for a null. */
export type Cell = string | number | bigint | null;

/** The cells of a table that a program read, by the types of its columns. */
export function tableCells({ rows }: ReadTable, types: readonly string[]): Cell[][] {
  return rows.map((row) => row.map((text, at) => (text === null ? null : cellOf(text, types[at] as string))));
}

function cellOf(text: string, type: string): Cell {
  // A whole number may be in a double, and then has a point or an exponent.
  if (type === 'int64') return /^-?[0-9]+$/.test(text) ? BigInt(text) : BigInt(Number(text));
  return type === 'float64' ? Number(text) : text;
}

/** The cells of the records that a dataset's NDJSON has. */
export function cellsOfNdjson(file: string, columns: readonly { name: string; type: string }[]): Cell[][] {
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => {
    const digits = JSON.parse(line, ((_: string, value: unknown, context: { source: string }) =>
      typeof value === 'number' ? context.source : value) as (key: string, value: unknown) => unknown);
    const cells = new Map<string, string | null>(Object.entries(digits));
    return columns.map(({ name, type }) => {
      const text = cells.get(name) ?? null;
      return text === null ? null : cellOf(text, type);
    });
  });
}

/** Runs a program, and returns what it prints. The server that it asks may be in this process, which must go on meanwhile. */
export async function runProgram(program: string, args: readonly string[], cwd?: string): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' };
  const { stdout } = await promisify(execFile)(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, env, cwd });
  return stdout;
}

/**
 * The first row that differs from the expected one; null if all are the same. `R` rounds some decimals to the double beside the nearest
 * one, also in its own code, and `JavaScript` rounds whole numbers beyond 2^53.
 */
export function firstDifference(language: string, read: readonly Cell[][], expected: readonly Cell[][]): unknown {
  if (read.length !== expected.length) return `${read.length} rows instead of ${expected.length}`;
  const row = read.findIndex(
    (cells, at) => !cells.every((cell, index) => isSame(language, cell, expected[at]?.[index])),
  );
  return row < 0 ? null : { row, read: read[row], expected: expected[row] };
}

function isSame(language: string, read: Cell, expected: Cell | undefined): boolean {
  if (language === 'R' && typeof read === 'number' && typeof expected === 'number') {
    return Math.abs(read - expected) <= Number.EPSILON * Math.abs(expected);
  }
  if (language === 'JavaScript' && typeof read === 'bigint') return Number(read) === Number(expected);
  // A zero may lose its sign when it is printed.
  return read === expected;
}
