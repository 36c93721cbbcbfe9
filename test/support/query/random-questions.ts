import fc from 'fast-check';
import type { ColumnSchema } from '../../../src/contract/documents.ts';
import type { Condition, Measure, Operand, Question } from '../../../src/query/question.ts';

/** A column, and values to compare it with: some of its own, and others. */
export interface AskedColumn extends Pick<ColumnSchema, 'name' | 'type'> {
  values: readonly Operand[];
}

const OTHERS: Readonly<Record<ColumnSchema['type'], readonly Operand[]>> = {
  int64: [0, -1, 7, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n), Number.POSITIVE_INFINITY],
  float64: [0, -0, 0.1, 12.5, -1e300, Number.NEGATIVE_INFINITY, 1.7976931348623157e308],
  object: ['', 'a', 'É', '🌾', '\uFFFD', '\u0000', 'Zürich', "it's", ' '],
};

/** Questions about a table with these columns, which are not empty. */
export function questionsAbout(columns: readonly AskedColumn[]): fc.Arbitrary<Question> {
  const column = fc.constantFrom(...columns);
  const name = column.map((it) => it.name);
  const numeric = columns.filter(({ type }) => type !== 'object');
  const measures: fc.Arbitrary<Measure>[] = [
    fc.constant({ measure: 'count' }),
    fc.record({ measure: fc.constantFrom('count', 'min', 'max', 'distinct'), column: name }),
  ];
  if (numeric.length > 0) {
    const number = fc.constantFrom(...numeric).map((it) => it.name);
    measures.push(fc.record({ measure: fc.constantFrom('sum', 'mean', 'median'), column: number }));
  }
  const histogram = fc.record({
    column: fc.constantFrom(...(numeric.length > 0 ? numeric : columns)).map((it) => it.name),
    edges: fc
      .uniqueArray(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), {
        minLength: 2,
        maxLength: 12,
      })
      .map((edges) => edges.map((edge) => edge + 0).sort((a, b) => a - b))
      .filter((edges) => edges.every((edge, at) => at === 0 || edge > (edges[at - 1] as number))),
  });
  return fc.record(
    {
      where: conditionOn(column),
      rows: fc.record(
        {
          sort: fc.array(fc.record({ column: name, descending: fc.boolean() }), { maxLength: 3 }),
          offset: fc.oneof(fc.nat({ max: 40 }), fc.nat({ max: 400_000 })),
          limit: fc.oneof(fc.nat({ max: 30 }), fc.constant(Number.POSITIVE_INFINITY)),
        },
        { requiredKeys: [] },
      ),
      facets: fc.array(fc.record({ column: name, limit: fc.nat({ max: 30 }) }), { maxLength: 3 }),
      groups: fc.record(
        {
          by: fc.array(name, { maxLength: 2 }),
          limit: fc.nat({ max: 60 }),
          measures: fc.array(fc.oneof(...measures), { maxLength: 4 }),
        },
        { requiredKeys: ['by', 'measures'] },
      ),
      ...(numeric.length > 0 && { histograms: fc.array(histogram, { maxLength: 2 }) }),
    },
    { requiredKeys: [] },
  );
}

function conditionOn(column: fc.Arbitrary<AskedColumn>): fc.Arbitrary<Condition> {
  const comparison = column.chain(({ name, type, values }): fc.Arbitrary<Condition> => {
    const operand = fc.constantFrom(...values, ...OTHERS[type]);
    const on = { column: fc.constant(name) };
    const ofAnyType: fc.Arbitrary<Condition>[] = [
      fc.record({ ...on, is: fc.constantFrom('=', '!=', '<', '<=', '>', '>='), value: operand }),
      fc.record({ ...on, is: fc.constant('in'), values: fc.array(operand, { maxLength: 6 }) }),
      fc.record({ ...on, is: fc.constant('between'), from: operand, to: operand }),
      fc.record({ ...on, is: fc.constantFrom('null', 'not null') }),
    ];
    if (type !== 'object') return fc.oneof(...ofAnyType);
    const part = fc.tuple(operand, fc.nat({ max: 3 }), fc.nat({ max: 6 })).map(([text, from, length]) => {
      const characters = Array.from(String(text));
      return characters.slice(from, from + length).join('');
    });
    return fc.oneof(...ofAnyType, fc.record({ ...on, is: fc.constantFrom('contains', 'begins with'), value: part }));
  });
  const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
    condition: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      comparison,
      fc.array(tie('condition'), { maxLength: 4 }).map((all) => ({ all })),
      fc.array(tie('condition'), { maxLength: 3 }).map((any) => ({ any })),
    ),
  }));
  return condition;
}
