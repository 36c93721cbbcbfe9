import { expect, test } from 'vitest';
import { COMMON_MEMBERS, PROBLEM_TYPES, type ProblemId } from '../../../src/contract/problem-types.ts';
import { createApi } from '../../../src/serve/handle-request.ts';
import { publishTables } from '../../support/memory-disk.ts';

const TYPES = Object.entries(PROBLEM_TYPES) as [ProblemId, (typeof PROBLEM_TYPES)[ProblemId]][];

const EXAMPLES = TYPES.flatMap(([id, { example, members }]) => (example ? [{ id, example, members }] : []));

test.each(EXAMPLES)(
  'the example of $id causes it, with members that are explained',
  async ({ id, example, members }) => {
    const table = { config: 'rows', category: 'topic', texts: ['a'] };
    const api = createApi(publishTables([table], { prefix: '/', pageSizes: [100] }).read);
    const headers = { get: () => null };
    const response = await api({ method: example.method, url: `http://host/${example.path}`, headers });
    const body = JSON.parse(Buffer.concat(response?.body ?? []).toString()) as Record<string, unknown>;
    expect(body.type).toBe(`/api/#${id}`);
    const explained = [...Object.keys(COMMON_MEMBERS), ...members.map(({ name }) => name as string)];
    // A limit has no suggestion; a category has one.
    const optional = id === 'invalid-parameter' ? ['suggestion'] : [];
    expect(explained.filter((name) => !optional.includes(name))).toEqual(Object.keys(body));
  },
);
