import type { Comparison, Operand } from '../../../query/question.ts';
import type { Table } from '../../../query/table.ts';
import { decode, encode, parameter } from './address-text.ts';

/** The words for conditions in an address, and what they are in a question. */
const CONDITIONS = {
  eq: '=',
  ne: '!=',
  lt: '<',
  le: '<=',
  gt: '>',
  ge: '>=',
  in: 'in',
  between: 'between',
  contains: 'contains',
  begins: 'begins with',
  null: 'null',
  value: 'not null',
} as const satisfies Record<string, Comparison['is']>;

export type ConditionWord = keyof typeof CONDITIONS;

/** A condition on a column, as an address has it: numbers are text, and texts are compared without case and accents. */
export interface AskedCondition {
  column: string;
  word: ConditionWord;
  values: readonly string[];
}

/** Which rows a reader asks for, in which order, and in which groups. */
export type AskedRows = ReturnType<typeof readAsked>;

/** Measures of groups, as an address names them. */
export const MEASURES = ['count', 'sum', 'mean', 'median', 'min', 'max', 'distinct'] as const;

export type MeasureName = (typeof MEASURES)[number];

/** Groups of the rows that a reader asks for, by one or two columns. `column` is null if the groups are only counted. */
export type AskedGroups = NonNullable<AskedRows['groups']>;

/**
 * Reads parameters such as `where=year.ge.2000`, `where=country.in.France,Italy`, `sort=-value,country`, `group=year` and `measure=mean.value`. Ignores what
 * it cannot read.
 */
export function readAsked(search: string) {
  const query = new URLSearchParams(search);
  const where = query.getAll('where').flatMap((text): AskedCondition[] => {
    const [, column = '', word = '', values] = /^([^.]*)\.([a-z]+)(?:\.(.*))?$/s.exec(text) ?? [];
    if (!Object.hasOwn(CONDITIONS, word)) return [];
    return [{ column: decode(column), word: word as ConditionWord, values: values?.split(',').map(decode) ?? [] }];
  });
  const list = (name: string): string[] => (query.get(name) ?? '').split(',').filter((part) => part !== '');
  const by = list('group').slice(0, 2).map(decode);
  const [name = '', column = null] = (query.get('measure') ?? 'count').split('.').map(decode);
  const measure = MEASURES.find((it) => it === name);
  const isGrouped = by.length > 0 && (column === null) === (measure === 'count');
  return {
    where,
    sort: list('sort').map((key) => ({ column: decode(key.replace(/^-/, '')), descending: key.startsWith('-') })),
    groups: isGrouped && measure ? { by, measure, column } : null,
  };
}

/** The parameters for an address; empty if all rows are asked for in their own order. */
export function writeAsked({ where, sort, groups }: AskedRows): string {
  // Each character is escaped only where it would have another meaning.
  const [beforeDot, inList, inKeys] = [/[%.]/g, /[%,]/g, /[%,]|^-/g];
  const list = (texts: readonly string[]): string => texts.map((text) => encode(text, inList)).join(',');
  const parameters = where.map(({ column, word, values }) =>
    parameter('where', [encode(column, beforeDot), word, ...(values.length > 0 ? [list(values)] : [])].join('.')),
  );
  const keys = sort.map(({ column, descending }) => `${descending ? '-' : ''}${encode(column, inKeys)}`);
  if (keys.length > 0) parameters.push(parameter('sort', keys.join(',')));
  if (groups) parameters.push(parameter('group', list(groups.by)));
  if (groups?.column) parameters.push(parameter('measure', `${groups.measure}.${encode(groups.column, beforeDot)}`));
  return parameters.join('&');
}

/** The conditions in the form in which a table is asked; null if a column or a number is unknown. */
export function comparisonsOf(where: readonly AskedCondition[], columns: Table['columns']): Comparison[] | null {
  const found = where.map(({ column, word, values }): Comparison | null => {
    const type = columns.find(({ name }) => name === column)?.type;
    if (!type) return null;
    const operands = values.map((value) => operandOf(value, type));
    if (operands.includes(null)) return null;
    const [first, second] = operands as Operand[];
    const is = CONDITIONS[word];
    if (is === 'null' || is === 'not null') return { column, is };
    if (is === 'in') return { column, is, values: operands as Operand[] };
    if (first === undefined) return null;
    if (is === 'between') return second === undefined ? null : { column, is, from: first, to: second };
    if (is !== 'contains' && is !== 'begins with') return { column, is, value: first };
    return type === 'object' ? { column, is, value: String(first), fold: true } : null;
  });
  return found.every((it) => it !== null) ? found : null;
}

/** A value in the type of its column, with all digits of a whole number; null if it is no number where one is needed. */
function operandOf(text: string, type: Table['columns'][number]['type']): Operand | null {
  if (type === 'object') return text;
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(number)) return null;
  if (type === 'float64' || !Number.isInteger(number) || Number.isSafeInteger(number)) return number;
  return BigInt(/^-?\d+$/.test(text) ? text : number);
}
