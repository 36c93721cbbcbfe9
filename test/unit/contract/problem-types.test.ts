import { expect, test } from 'vitest';
import { COMMON_MEMBERS, PROBLEM_TYPES, type ProblemId } from '../../../src/contract/problem-types.ts';
import { createApi } from '../../../src/serve/handle-request.ts';
import { publishTables } from '../../support/memory-disk.ts';

/** Clients compare these, so they stay as they are. */
const PERMANENT: Readonly<Record<ProblemId, readonly [status: number, title: string, example: string | null]>> = {
  'unknown-dataset': [404, 'Unknown dataset', 'GET v1/datasets/no-such-dataset.json'],
  'unknown-path': [404, 'Unknown path', 'GET v1/no-such-path'],
  'invalid-parameter': [400, 'Invalid parameter', 'GET v1/datasets?limit=500&offset=0'],
  'undecodable-path': [400, 'Undecodable path', 'GET v1/datasets/%E0%A4.json'],
  'method-not-allowed': [405, 'Method not allowed', 'DELETE v1/datasets.json'],
  'bad-request': [400, 'Bad request', null],
  'request-timeout': [408, 'Request timeout', null],
  'content-too-large': [413, 'Content too large', null],
  'range-not-satisfiable': [416, 'Range not satisfiable', null],
  'expectation-failed': [417, 'Expectation failed', null],
  'header-too-large': [431, 'Header too large', null],
  'temporarily-unavailable': [503, 'Temporarily unavailable', null],
  'internal-error': [500, 'Internal error', null],
};

const TYPES = Object.entries(PROBLEM_TYPES) as [ProblemId, (typeof PROBLEM_TYPES)[ProblemId]][];

test('every problem type has its permanent status and title, and the reference shows its example', () => {
  const found = TYPES.map(([id, { status, title, example }]) => [
    id,
    [status, title, example && `${example.method} ${example.path}`],
  ]);
  expect(found).toEqual(Object.entries(PERMANENT));
});

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
