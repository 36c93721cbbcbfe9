import type { Comparison, Condition, Measure, Operand, Question } from '../../../src/query/question.ts';
import { literal, type Query } from '../readers/duckdb.ts';

/** What DuckDB answers to a question. Sums and the like of doubles are compared with a tolerance, by the magnitude beside them. */
export interface DuckAnswer {
  matched: number;
  /** Joined, since comparing long arrays takes long. */
  numbers?: string;
  facets?: { values: { value: unknown; count: number }[]; nulls: number; distinct: number }[];
  groups?: { groups: { by: unknown[]; values: { value: unknown; magnitude: number }[] }[]; total: number };
  histograms?: { counts: number[]; below: number; above: number; nulls: number }[];
}

/** A Parquet file as a table of DuckDB, with the numbers of its records as `number`. */
export interface DuckTable {
  sql: string;
  /** Identifiers of the columns in SQL, by name. */
  columns: ReadonlyMap<string, string>;
}

/** DuckDB renames columns whose names differ only in case, so here they are named by their places. */
export function tableOf(file: string, names: readonly string[]): DuckTable {
  const columns = names.map((_, at) => `c${at}`);
  const sql = `read_parquet(${literal(file)}, file_row_number = true) AS t(${columns.join(', ')}, number)`;
  return { sql, columns: new Map(names.map((name, at) => [name, `c${at}`])) };
}

/** Answers a question with SQL. */
export async function askDuckDb(query: Query, table: DuckTable, question: Question): Promise<DuckAnswer> {
  const { sql, columns } = table;
  const { where, rows, facets, groups, histograms } = question;
  const nameOf = (column: string): string => columns.get(column) as string;
  const conditionOf = (condition: Condition): string => {
    if ('all' in condition) return joined(condition.all.map(conditionOf), 'AND', 'TRUE');
    if ('any' in condition) return joined(condition.any.map(conditionOf), 'OR', 'FALSE');
    return comparisonOf(condition, nameOf(condition.column));
  };
  const parts = where === undefined ? [] : 'all' in where ? where.all : [where];
  const from = (others: readonly Condition[]): string => `FROM ${sql} WHERE ${conditionOf({ all: others })}`;
  const without = (column: string): string =>
    from(parts.filter((it) => columnsOf(it).some((name) => name !== column) || columnsOf(it).length === 0));
  const count = async (condition: string): Promise<number> =>
    Number((await query(`SELECT count(*) ${condition}`))[0]?.[0]);
  const answer: DuckAnswer = { matched: await count(from(parts)) };
  if (rows) {
    const { sort = [], offset = 0, limit = 10 } = rows;
    const keys = sort.map((key) => `${nameOf(key.column)} ${key.descending ? 'DESC' : 'ASC'} NULLS LAST, `);
    const end = `${Number.isFinite(limit) ? `LIMIT ${limit}` : ''} OFFSET ${offset}`;
    const found = await query(`SELECT number ${from(parts)} ORDER BY ${keys.join('')}number ${end}`);
    answer.numbers = found.join();
  }
  if (facets) {
    answer.facets = [];
    for (const { column, limit = 20 } of facets) {
      const name = nameOf(column);
      const values = await query(
        `SELECT ${name}, count(*) ${without(column)} AND ${name} IS NOT NULL GROUP BY ${name} ORDER BY count(*) DESC, ${name}`,
      );
      answer.facets.push({
        values: values.slice(0, limit).map(([value, count]) => ({ value: plain(value), count: Number(count) })),
        nulls: await count(`${without(column)} AND ${name} IS NULL`),
        distinct: values.length,
      });
    }
  }
  if (groups) {
    const by = groups.by.map(nameOf);
    const measures = groups.measures.map((it) => measureOf(it, it.column === undefined ? '*' : nameOf(it.column)));
    const order = by.map((name) => `${name} NULLS LAST`).join(', ') || '1';
    const selected = [...by, ...measures.flat(), 'NULL'].join(', ');
    const grouped = `${from(parts)} GROUP BY ${by.join(', ') || '()'} HAVING count(*) > 0`;
    const { limit } = groups;
    const end = limit === undefined ? '' : ` LIMIT ${limit}`;
    const found = await query(`SELECT ${selected} ${grouped} ORDER BY ${order}${end}`);
    answer.groups = {
      groups: found.map((row) => ({
        by: row.slice(0, by.length).map(plain),
        values: measures.map((_, at) => ({
          value: plain(row[by.length + 2 * at]),
          magnitude: Number(row[by.length + 2 * at + 1]),
        })),
      })),
      total: Number((await query(`SELECT count(*) FROM (SELECT count(*) ${grouped})`))[0]?.[0]),
    };
  }
  if (histograms) {
    answer.histograms = [];
    for (const { column, edges } of histograms) {
      const name = nameOf(column);
      const at = (edge: number | undefined): string => operandOf(edge as number);
      const counts: number[] = [];
      for (let bin = 0; bin + 1 < edges.length; bin += 1) {
        const upper = bin + 2 === edges.length ? '<=' : '<';
        counts.push(
          await count(`${without(column)} AND ${name} >= ${at(edges[bin])} AND ${name} ${upper} ${at(edges[bin + 1])}`),
        );
      }
      answer.histograms.push({
        counts,
        below: await count(`${without(column)} AND ${name} < ${at(edges[0])}`),
        above: await count(`${without(column)} AND ${name} > ${at(edges.at(-1))}`),
        nulls: await count(`${without(column)} AND ${name} IS NULL`),
      });
    }
  }
  return answer;
}

function columnsOf(condition: Condition): string[] {
  if ('column' in condition) return [condition.column];
  return ('all' in condition ? condition.all : condition.any).flatMap(columnsOf);
}

function joined(parts: readonly string[], word: string, empty: string): string {
  return parts.length === 0 ? empty : `(${parts.join(` ${word} `)})`;
}

function comparisonOf(comparison: Comparison, name: string): string {
  switch (comparison.is) {
    case 'null':
      return `${name} IS NULL`;
    case 'not null':
      return `${name} IS NOT NULL`;
    case 'in':
      return joined(
        comparison.values.map((value) => `${name} = ${operandOf(value)}`),
        'OR',
        'FALSE',
      );
    case 'between':
      return `(${name} >= ${operandOf(comparison.from)} AND ${name} <= ${operandOf(comparison.to)})`;
    case 'contains':
      return `contains(${name}, ${operandOf(comparison.value)})`;
    case 'begins with':
      return `starts_with(${name}, ${operandOf(comparison.value)})`;
    default:
      return `${name} ${comparison.is} ${operandOf(comparison.value)}`;
  }
}

/** A value in SQL. DuckDB compares whole numbers of up to 128 bits exactly. */
function operandOf(value: Operand): string {
  if (typeof value === 'bigint') return `(${value})`;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? `(${value})` : `'${value}'::DOUBLE`;
  return `(${value.split('\0').map(literal).join(' || chr(0) || ')})`;
}

/** A measure in SQL, and the largest magnitude among what it is computed from. */
function measureOf(measure: Measure, name: string): [value: string, magnitude: string] {
  switch (measure.measure) {
    case 'count':
      return [`count(${name})`, '0'];
    case 'distinct':
      return [`count(DISTINCT ${name})`, '0'];
    case 'sum':
      return [`sum(${name})`, `sum(abs(${name}::DOUBLE))`];
    case 'mean':
      return [`avg(${name})`, `sum(abs(${name}::DOUBLE))`];
    case 'median':
      return [`median(${name})`, `max(abs(${name}::DOUBLE))`];
    default:
      return [`${measure.measure}(${name})`, '0'];
  }
}

/** A value as our answers give it. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) return Number(value);
  // -0 and 0 are one value.
  return value === 0 ? 0 : value;
}
