import { describe, expect, test } from 'vitest';
import type { ProblemBody } from '../../../support/http/bodies.ts';
import { useBuiltServer } from '../../../support/http/built-server.ts';
import { sendText } from '../../../support/http/raw-request.ts';

/*
 * Requests that Node's parser refuses, or would answer in its own way, get problem documents. No connection gets two responses to one request.
 */

const server = useBuiltServer();

interface Received {
  status: number;
  head: string;
  body: string;
}

/** Splits what a connection received into responses. Those without a length end it. */
function responsesOf(text: string): Received[] {
  const responses: Received[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\r\n\r\n', at) + 4;
    if (end < 4) throw new Error(`not a response: ${text.slice(at)}`);
    const head = text.slice(at, end);
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    const length = Number(/^content-length: (\d+)\r$/im.exec(head)?.[1] ?? 0);
    responses.push({ status, head, body: text.slice(end, end + length) });
    at = end + length;
  }
  return responses;
}

async function send(text: string): Promise<Received[]> {
  return responsesOf(await sendText(server.url(), text));
}

function requestOf(fields: string[], { method = 'GET', target = '/v1/datasets', rest = '' } = {}): string {
  return `${method} ${target} HTTP/1.1\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n${rest}`;
}

const NEXT = requestOf(['Host: x', 'Connection: close'], { target: '/v1/smuggled' });

const REFUSED: [what: string, request: string, status: number][] = [
  ['two Hosts', requestOf(['Host: a', 'Host: b']), 400],
  ['two equal Hosts', requestOf(['Host: a', 'host: a']), 400],
  ['a second Host after 3000 fields', requestOf(['Host: a', ...Array(3000).fill('a:'), 'Host: b']), 400],
  ['no Host', requestOf([]), 400],
  ['a Host with a blank', requestOf(['Host: a b']), 400],
  ['a Host with a path', requestOf(['Host: a/b']), 400],
  ['a Host with a user', requestOf(['Host: u@a']), 400],
  ['a Host with a port that is none', requestOf(['Host: a:b']), 400],
  ['a target that is neither a path nor a URL', requestOf(['Host: a'], { target: 'http://[bad' }), 400],
  [
    'a length and chunks',
    requestOf(['Host: x', 'Content-Length: 5', 'Transfer-Encoding: chunked'], { rest: NEXT }),
    400,
  ],
  ['two lengths', requestOf(['Host: x', 'Content-Length: 5', 'Content-Length: 6'], { rest: NEXT }), 400],
  ['a length that is no number', requestOf(['Host: x', 'Content-Length: 5x'], { rest: NEXT }), 400],
  ['chunks that are not last', requestOf(['Host: x', 'Transfer-Encoding: chunked, gzip'], { rest: NEXT }), 400],
  ['a blank before a colon', requestOf(['Host: x', 'A : b']), 400],
  ['a folded field', requestOf(['Host: x', 'A: b', ' c']), 400],
  ['line feeds alone', 'GET /v1 HTTP/1.1\nHost: x\n\n', 400],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\r\n\r\n', 400],
  ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
  ['an unknown method', requestOf(['Host: x'], { method: 'BREW' }), 400],
  ['a header that is too large', requestOf(['Host: x', `A: ${'a'.repeat(20_000)}`]), 431],
  ['a URL that is too long', requestOf(['Host: x'], { target: `/v1/${'a'.repeat(20_000)}` }), 431],
  ['an unknown expectation', requestOf(['Host: x', 'Expect: tea']), 417],
  ['CONNECT', requestOf(['Host: x'], { method: 'CONNECT', target: 'example.org:443' }), 405],
];

describe.each(REFUSED)('a request with %s', (_, request, status) => {
  test(`gets a single ${status} as a problem, and its connection is closed`, async () => {
    const responses = await send(request);
    expect(responses.map((response) => response.status)).toEqual([status]);
    const [{ head, body }] = responses as [Received];
    expect(head).toMatch(/^content-type: application\/problem\+json/im);
    expect(head).toMatch(/^access-control-allow-origin: \*\r$/im);
    // A cache must not give the response to an ordinary request for the same URL. None asks by CONNECT.
    const isKept = status === 405;
    expect(/^cache-control: (.*)\r$/im.exec(head)?.[1]).toBe(isKept ? 'public, max-age=60' : 'no-store');
    expect(head).toMatch(/^connection: close\r$/im);
    const problem = JSON.parse(body) as ProblemBody;
    expect(problem).toMatchObject({ status, instance: '/' });
    expect(Object.keys(problem)).toEqual(['type', 'title', 'status', 'detail', 'instance']);
    const [page = '', fragment = ''] = problem.type.split('#');
    expect((await server.ask(page)).text).toMatch(new RegExp(`\\bid=["']?${fragment}["'\\s>]`));
  });
});

describe('after an earlier request on the same connection', () => {
  const first = requestOf(['Host: x'], { target: '/v1/datasets/exchange-rates-monthly' });

  test.each([
    ['garbage', 'garbage\r\n\r\n', 400],
    ['CONNECT', requestOf(['Host: x'], { method: 'CONNECT', target: 'a:1' }), 405],
    ['a header that is too large', requestOf(['Host: x', `A: ${'a'.repeat(20_000)}`]), 431],
  ])('%s gets its problem after the whole first response', async (_, second, status) => {
    const [one, two, ...others] = await send(first + second);
    expect([one?.status, two?.status, others.length]).toEqual([200, status, 0]);
    expect(JSON.parse(one?.body ?? '')).toHaveProperty('results');
    expect(JSON.parse(two?.body ?? '')).toMatchObject({ status });
  });

  test('41 requests at once get their responses in order', async () => {
    const targets = Array.from({ length: 40 }, (_, at) => `/v1/datasets?limit=1&offset=${at}`);
    const text = targets.map((target) => requestOf(['Host: x'], { target })).join('');
    const responses = await send(text + requestOf(['Host: x', 'Connection: close']));
    const offsets = responses.map(({ body }) => JSON.parse(body).metadata.resultset.offset);
    expect(offsets).toEqual([...targets.keys(), 0]);
  });
});
