import { openTable } from '../../../src/query/query.ts';
import type { Answer } from '../../../src/query/question.ts';
import type { Answered, Opens } from './asked.ts';

type Row = Answered['rows'][number];

export const open: Opens = async (base, config) => {
  const table = await openTable(`${base}/v1/datasets/${config}.json`);
  return async (asked) => {
    switch (asked.kind) {
      case 'rows': {
        const where = { column: 'country', is: '=', value: asked.country } as const;
        const rows = { sort: [{ column: 'value', descending: true }], limit: asked.limit };
        const answer = await table.ask({ where, rows });
        return { matched: answer.matched, rows: answer.rows?.rows.map((row) => Object.values(row) as Row) ?? [] };
      }
      case 'counts': {
        const facets = asked.columns.map((column) => ({ column, limit: 100 }));
        return countsIn(await table.ask({ where: since(asked), facets }), asked.columns);
      }
      case 'means': {
        const measures = [{ measure: 'mean', column: 'value' }, { measure: 'count' }] as const;
        const { matched, groups } = await table.ask({
          where: since(asked),
          groups: { by: ['country', 'year'], measures },
        });
        return { matched, rows: groups?.groups.map(({ by, values }) => [...by, ...values] as Row) ?? [] };
      }
    }
  };
};

function since({ since: value }: { since: number }) {
  return value === 0 ? undefined : ({ column: 'year', is: '>=', value } as const);
}

function countsIn({ matched, facets = [] }: Answer, columns: readonly string[]): Answered {
  const rows = facets.flatMap(({ values }, at) =>
    values.map(({ value, count }) => [columns[at] as string, value as string | number, count]),
  );
  return { matched, rows };
}
