import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../src/problems/problem.ts';
import { buildEach, isRegular } from '../../../support/builds/either-reading.ts';
import { rawDataWith, replaceFiles, withSidecar } from '../../../support/builds/raw-data-folder.ts';
import { runs } from '../../../support/runs.ts';

/*
 * Random tables with random rules: what breaks them is what plain code finds, whether the file is read as text or as bytes, in one segment or
 * in many.
 */

const CODES = new Set(['rule-broken', 'null-forbidden', 'expectation-missed']);
const NAMES = ['id', 'number', 'text', 'period'] as const;
type Name = (typeof NAMES)[number];

const NUMBERS = ['0', '1', '1.0', '-3', '10', '2.50', '2.5', '0.125', '9007199254740993', '9007199254740992'];
const PERIODS = ['2020', '2020-02', '2020-02-29', '2021-12-31', '2020-Q1', '2021-W01', '2019-12'];
const cells = {
  id: fc.nat(400).map(String),
  number: fc.constantFrom('', ...NUMBERS),
  text: fc.constantFrom('', 'a', 'b', 'ab', 'éé', '😀', '"q""q"', ' a', 'NA'),
  period: fc.constantFrom('', ...PERIODS),
};
const row = fc.record(cells);
const some = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const number = some(fc.constantFrom<string | number>('9007199254740993', ...[-3, 0, 1, 2.5, 10]));
const count = some(fc.nat(3));
const enumOf = (values: readonly (string | number)[]) => some(fc.subarray([...values], { minLength: 1 }));
const constraints = {
  id: fc.record({ unique: some(fc.boolean()), maximum: some(fc.constantFrom(300, 400, 500)) }),
  number: fc.record({
    ...{ unique: some(fc.boolean()), required: some(fc.boolean()), minimum: number, maximum: number },
    enum: enumOf([0, 1, -3, 10, 2.5, 0.125, '9007199254740993']),
  }),
  text: fc.record({
    ...{ unique: some(fc.boolean()), required: some(fc.boolean()), minLength: count, maxLength: count },
    enum: enumOf(['a', 'b', 'ab', 'éé', '😀', 'q"q', ' a', 'NA']),
    pattern: some(fc.constantFrom('[ab]*', '.{1,2}', '\\p{L}+|NA', 'q"q')),
  }),
  period: fc.record({ minimum: some(fc.constantFrom(...PERIODS)), maximum: some(fc.constantFrom(...PERIODS)) }),
};
type Rules = { [K in Name]: Record<string, unknown> };
const world = fc.record({
  rows: fc.array(row, { minLength: 1, maxLength: 60, size: 'max' }),
  rules: fc.record(constraints) as fc.Arbitrary<Rules>,
  primaryKey: fc.subarray([...NAMES]),
  expect: fc.record({ rows: fc.record({ min: fc.nat(60), max: fc.nat(60) }) }),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** The value of a cell as a text, and what equal values share. */
function readValue(name: Name, cell: string): { text: string; key: string } | null {
  if (cell === '') return null;
  const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
  return { text, key: name === 'number' || name === 'id' ? String(thousandths(text)) : text };
}

function thousandths(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(3, '0'));
}

/** The first day of a period and the day after its last, in milliseconds since 1970. */
function daysOf(period: string): [number, number] {
  const day = 86_400_000;
  const [year = 0, ...rest] = period.split('-').map((it) => Number(it.replace(/\D/, '')));
  const [part = 1, date] = rest;
  if (period.includes('Q')) return [Date.UTC(year, part * 3 - 3), Date.UTC(year, part * 3)];
  // 4 January 2021 is the Monday of the first week of 2021, the only week of these tests.
  if (period.includes('W')) return [Date.UTC(2021, 0, 4), Date.UTC(2021, 0, 11)];
  if (date) return [Date.UTC(year, part - 1, date), Date.UTC(year, part - 1, date) + day];
  return rest.length > 0
    ? [Date.UTC(year, part - 1), Date.UTC(year, part)]
    : [Date.UTC(year, 0), Date.UTC(year + 1, 0)];
}

/** Whether a value satisfies one rule of its column. */
function isMet(name: Name, rule: string, stated: unknown, { text, key }: { text: string; key: string }): boolean {
  const length = Array.from(text).length;
  if (rule === 'minLength') return length >= Number(stated);
  if (rule === 'maxLength') return length <= Number(stated);
  if (rule === 'pattern') return new RegExp(`^(?:${stated})$`, 'u').test(text);
  if (rule === 'enum') return (stated as unknown[]).some((it) => readValue(name, String(it))?.key === key);
  if (name === 'period') {
    const [[from, to], [start, end]] = [daysOf(text), daysOf(String(stated))];
    return rule === 'minimum' ? to > start : from < end;
  }
  const bound = thousandths(String(stated));
  return rule === 'minimum' ? BigInt(key) >= bound : BigInt(key) <= bound;
}

/** What breaks the rules, as `line:column rule count`. */
function oracle({ rows, rules, primaryKey, expect: { rows: bounds } }: World): string[] {
  const found: string[] = [];
  const report = (rule: string, broken: readonly number[], name: Name): void => {
    const [first] = broken;
    if (first === undefined) return;
    const before = NAMES.slice(0, NAMES.indexOf(name)).map((it) => rows[first]?.[it] ?? '');
    const column = before.reduce((sum, it) => sum + it.length + 1, 1);
    found.push(`${first + 2}:${column} ${rule} ${broken.length}`);
  };
  const where = (isBroken: (cells: World['rows'][number], index: number) => boolean): number[] =>
    rows.flatMap((cells, index) => (isBroken(cells, index) ? index : []));
  const repeats = (names: readonly Name[]): number[] => {
    const seen = new Set<string>();
    return where((cells) => {
      const values = names.map((name) => readValue(name, cells[name]));
      if (values.includes(null)) return false;
      const key = JSON.stringify(values.map((it) => it?.key));
      return seen.has(key) || !seen.add(key);
    });
  };
  for (const name of NAMES) {
    const { unique, required, ...others } = rules[name];
    if (required || primaryKey.includes(name))
      report(
        'required',
        where((it) => it[name] === ''),
        name,
      );
    for (const [rule, stated] of Object.entries(others)) {
      if (stated === undefined) continue;
      const isBroken = (cell: string): boolean => {
        const value = readValue(name, cell);
        return value !== null && !isMet(name, rule, stated, value);
      };
      report(
        rule,
        where((it) => isBroken(it[name])),
        name,
      );
    }
    if (unique) report('unique', repeats([name]), name);
  }
  const isStated = primaryKey.length === 1 && rules[primaryKey[0] as Name].unique;
  if (primaryKey.length > 0 && !isStated) report('primaryKey', repeats(primaryKey), primaryKey[0] as Name);
  if (rows.length < bounds.min) found.push('least');
  if (rows.length > bounds.max) found.push('most');
  return found.sort();
}

/** Reported problems in the same form. */
function shortly(problems: readonly Problem[]): string[] {
  const all = problems.filter(({ code }) => CODES.has(code));
  return all
    .map(({ code, line, column, message }) => {
      if (code === 'expectation-missed') return message.includes('at least') ? 'least' : 'most';
      const [, contained, broken, rule = 'required'] =
        /contains (\d+) null|^(\d+) .* breaks? the rule "(\w+)"/.exec(message) ?? [];
      return `${line}:${column} ${rule} ${contained ?? broken}`;
    })
    .sort();
}

describe('the rules of a sidecar', () => {
  test('are broken by the cells that plain code finds, in both lanes', () => {
    const rawData = rawDataWith({});
    let regular = 0;
    fc.assert(
      fc.property(world, (it) => {
        const csv = `${[NAMES, ...it.rows.map((cells) => NAMES.map((name) => cells[name]))].map((cells) => cells.join(',')).join('\n')}\n`;
        const types = { id: 'int64', number: 'float64', text: 'object', period: 'object' };
        const columns = NAMES.map((name) => [name, { type: types[name], constraints: it.rules[name] }]);
        const { primaryKey, expect: expected } = it;
        const sidecar = { primaryKey, expect: expected, columns: Object.fromEntries(columns) };
        replaceFiles(rawData, withSidecar('economy/x', csv, sidecar));
        if (isRegular(rawData)) regular += 1;
        const choices = [{ asText: true }, {}, { segmentBytes: 100 }] as const;
        const [text, ...bytes] = buildEach(rawData, choices, [100], 'pages', []);
        for (const other of bytes) expect(other.problems).toEqual(text.problems);
        expect(shortly(text.problems as Problem[])).toEqual(oracle(it));
      }),
      { numRuns: runs(150) },
    );
    expect(regular).toBeGreaterThan(5);
  });
});
