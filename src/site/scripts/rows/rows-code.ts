import { collectionFile, downloadFile, QUERY_FILE } from '../../../contract/routes.ts';
import { fold } from '../../../query/file/compare-texts.ts';
import type { Comparison, Operand, SortKey } from '../../../query/question.ts';
import type { Table } from '../../../query/table.ts';
import { fill } from '../../../texts/fill-text.ts';
import { scriptText, sqlText } from '../../shared/literals.ts';

/** The rows to find, and the columns to return (`shown`). `root` is the catalogue's URL; `readInR` is the page's code that reads `data`. */
export interface RowsTask {
  where: readonly Comparison[];
  sort: readonly SortKey[];
  shown: readonly string[];
  root: string;
  readInR: string;
}

/** Languages and programs, by the names that the page's other code has for them. */
export const LANGUAGES: readonly string[] = ['Python (pandas)', 'R', 'DuckDB', 'JavaScript'];

/** Code for the first three. `c` is a column, `f` one with capitals and without marks, `a` and `b` are operands, and `all` is a list. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  'rows': [
    `import pandas as pd
df = pd.read_parquet({parquet}, dtype_backend="numpy_nullable")
df = df[{where}]
df = df.sort_values([{keys}], ascending=[{orders}], kind="stable", na_position="last")
df = df[[{shown}]]`,
    // In other locales, R compares texts as dictionaries do.
    `{readInR}
invisible(Sys.setlocale("LC_COLLATE", "C"))
data <- data[which({where}), , drop = FALSE]
data <- data[order({keys}, decreasing = c({orders}), na.last = TRUE, method = "radix"), , drop = FALSE]
data <- data[c({shown})]`,
    `SELECT {shown}
FROM read_parquet({parquet}, file_row_number = true)
WHERE {where}
ORDER BY {keys};`,
  ],
  'and': [']\ndf = df[', ' & ', '\n  AND '],
  'c': ['df[{name}]', 'data[[{name}]]', '{name}'],
  'key': ['{name}', '{c}', '{c} {order} NULLS LAST'],
  'up': ['True', 'FALSE', 'ASC'],
  'down': ['False', 'TRUE', 'DESC'],
  'f': [
    '{c}.str.normalize("NFD").str.replace("[\\u0300-\\u036F]", "", regex=True).str.casefold().str.upper().str',
    'stringi::stri_trans_general({c}, "NFD; [:Mn:] Remove; Lower; Upper")',
    // DuckDB's capitals are of one letter each.
    "replace(upper(lower(strip_accents({c}))), 'ẞ', 'SS')",
  ],
  'in': ['{c}.isin([{all}])', '{c} %in% c({all})', '{c} IN ({all})'],
  'between': ['{c}.between({a}, {b})', '{c} >= {a} & {c} <= {b}', '{c} BETWEEN {a} AND {b}'],
  'contains': ['{f}.contains({a}, regex=False)', 'grepl({a}, {f}, fixed = TRUE)', 'contains({f}, {a})'],
  'begins with': ['{f}.startswith({a})', 'startsWith({f}, {a})', 'starts_with({f}, {a})'],
  'null': ['{c}.isna()', 'is.na({c})', '{c} IS NULL'],
  'not null': ['{c}.notna()', '!is.na({c})', '{c} IS NOT NULL'],
  '=': ['{c} == {a}', '{c} == {a}', '{c} = {a}'],
};

/** Writes code that finds rows of a table in one of `LANGUAGES`. */
export function rowsCode(language: string, task: RowsTask, table: Omit<Table, 'ask' | 'estimate'>): string {
  const { where, sort, root, readInR } = task;
  const { config, columns, rowCount: limit } = table;
  const at = LANGUAGES.indexOf(language);
  const isSql = at === 2;
  const shown = columns.every(({ name }, place) => name === task.shown[place]) ? undefined : task.shown;
  if (at === 3) {
    const question = { where: { all: where }, rows: { columns: shown, sort, limit } };
    const json = JSON.stringify(question, (_, it) => {
      if (typeof it === 'bigint') return { '\0': `${it}n` };
      // JSON has no infinite numbers.
      return typeof it === 'number' && !Number.isFinite(it) ? { '\0': String(it) } : it;
    });
    return `import { openTable } from ${scriptText(root + QUERY_FILE)};
const table = await openTable(${scriptText(root + collectionFile({ kind: 'records', config }))});
const { rows } = (await table.ask(${json.replace(/\{"\\u0000":"(.*?)"\}/g, '$1')})).rows;`;
  }
  const write = (name: string, values = {}): string => fill(TEMPLATES[name]?.[at] ?? `{c} ${name} {a}`, values);
  const lower = columns.map(({ name }) => name.toLowerCase());
  const nameOf = (name: string): string => {
    // DuckDB numbers the names that differ from earlier ones only in case.
    const place = columns.findIndex((it) => it.name === name);
    const same = lower.filter((it, other) => other < place && it === lower[place]).length;
    return isSql ? `"${name.replaceAll('"', '""')}${same > 0 ? `_${same}` : ''}"` : scriptText(name);
  };
  const columnOf = (name: string): string => write('c', { name: nameOf(name) });
  const textOf = (value: Operand): string => {
    if (typeof value === 'string') return isSql ? sqlText(value) : scriptText(value);
    // All read a number beyond the largest double as infinite. Doubles of SQL have an exponent.
    const text = String(value).replace('Infinity', '1e999');
    return isSql && /^[^e]*[.][^e]*$/.test(text) ? `${text}e0` : text;
  };
  const conditions = where.map((it) => {
    const { column, is, fold: folds, ...operands } = it as Comparison & { fold?: boolean };
    const values = Object.values(operands).flat() as Operand[];
    // In a list with decimals, whole numbers would be compared as doubles.
    const isList = is === 'in' && columns.some(({ name, type }) => name === column && type === 'int64');
    const fit = values.filter((value) => !isList || typeof value === 'bigint' || Number.isInteger(value));
    const texts = fit.map((value) => textOf(folds ? fold(String(value)) : value));
    const c = columnOf(column);
    const all = texts.join(', ') || (isSql ? 'NULL' : '');
    return write(is, { c, f: write('f', { c }), a: texts[0], b: texts[1], all });
  });
  const orders = sort.map(({ descending }) => write(descending ? 'down' : 'up'));
  const keys = sort.map(({ column }, place) =>
    write('key', { name: nameOf(column), c: columnOf(column), order: orders[place] }),
  );
  const values: Record<string, string> = {
    readInR,
    parquet: textOf(root + downloadFile('parquet', config)),
    where: conditions.join(write('and')),
    keys: (isSql ? [...keys, 'file_row_number'] : keys).join(', '),
    orders: orders.join(', '),
    shown: shown?.map(nameOf).join(', ') ?? (isSql ? '* EXCLUDE (file_row_number)' : ''),
  };
  // Lines for what is not asked for are left out.
  const isAsked = (line: string): boolean => values[/\{(\w+)\}/.exec(line)?.[1] ?? 'parquet'] !== '';
  return fill(write('rows').split('\n').filter(isAsked).join('\n'), values);
}
