import { expect, test } from 'vitest';
import { faultsOf } from '../../support/hostile/invariants.ts';
import { exchange } from '../../support/hostile/raw-http.ts';
import { TRIES } from '../../support/hostile/tally.ts';
import { useBuiltServer } from '../../support/http/built-server.ts';

const server = useBuiltServer();

/** Requests that are refused before any code of the API sees them. */
const REFUSED: Readonly<Record<string, string>> = {
  'two hosts': 'GET /v1 HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n',
  'no host': 'GET /v1 HTTP/1.1\r\n\r\n',
  'a byte outside ASCII in the target': 'GET /v1/\xe9 HTTP/1.1\r\nHost: x\r\n\r\n',
  'a field without a colon': 'GET /v1 HTTP/1.1\r\nHost: x\r\nnothing\r\n\r\n',
  'a NUL in a field': 'GET /v1 HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n',
  'an unknown method': 'STEAL /v1 HTTP/1.1\r\nHost: x\r\n\r\n',
  'two lengths that differ': 'POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
  'fields that are too long': `GET /v1 HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`,
  'a target that is too long': `GET /v1/${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  'an expectation that nobody meets': 'GET /v1 HTTP/1.1\r\nHost: x\r\nExpect: magic\r\nConnection: close\r\n\r\n',
};

test.each(Object.entries(REFUSED))('a request with %s gets a problem document', async (_, bytes) => {
  const { responses, rest, isOpen } = await exchange(server.url(), bytes);
  expect({ count: responses.length, rest: rest.length, isOpen }).toEqual({ count: 1, rest: 0, isOpen: false });
  for (const response of responses) {
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(faultsOf('GET', true, response)).toEqual([]);
  }
});

test('requests are refused in every way', () => {
  expect(Object.keys(REFUSED).length).toBe(TRIES['Requests that are refused unread']);
});
