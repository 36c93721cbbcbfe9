import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { problemOfParser, problemOfRequest } from '../../../src/hosts/node/refused-requests.ts';

test.each([
  ['HPE_HEADER_OVERFLOW', 'header-too-large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request-timeout'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 'content-too-large'],
  ['HPE_INVALID_METHOD', 'bad-request'],
])('the error %s of the parser is answered as %s', (code, id) => {
  expect(problemOfParser(Object.assign(new Error('x'), { code }))).toMatchObject({
    id,
    headers: { 'Cache-Control': 'no-store', 'Connection': 'close' },
  });
});

test.each(['ECONNRESET', 'EPIPE', 'X_HPE_', undefined])('the error %s of a connection has no answer', (code) => {
  expect(problemOfParser(Object.assign(new Error('x'), { code }))).toBeNull();
});

function detailOf(rawHeaders: string[], url = '/v1', httpVersion = '1.1'): string | undefined {
  const incoming = Object.assign(new IncomingMessage(new Socket()), { rawHeaders, httpVersion, url });
  const problem = problemOfRequest(incoming);
  if (problem) expect(problem.id).toBe('bad-request');
  return problem?.detail;
}

describe('the field Host', () => {
  test.each([
    '',
    'example.org',
    'EXAMPLE-1.org',
    'example.org:',
    'example.org:80',
    "a_b~!$&'()*+,;=",
    'a%4Fb%fa',
    '[::1]',
    '[2001:DB8::1]:80',
    '[V1.F:0]',
  ])('may be "%s"', (host) => {
    expect(detailOf(['Host', host])).toBeUndefined();
  });

  test.each([
    ' a',
    'a ',
    'a/b',
    'u@a',
    'a:b',
    'a:123456',
    'a%',
    'a%4g',
    'ä.org',
    '[]',
    '[::g]',
    '[::1]a',
    'a[::1]',
    '[::1]:123456',
    '../../etc',
  ])('must not be "%s"', (host) => {
    expect(detailOf(['Host', host])).toBe('The Host field is not a valid host.');
  });

  test('must be there once, in any case, except in HTTP/1.0', () => {
    expect(detailOf(['hOST', 'a', 'Hose', 'b', 'Hosts', 'c'])).toBeUndefined();
    expect(detailOf(['X', 'host', 'Host', 'a'])).toBeUndefined();
    expect(detailOf(['A', 'b', 'Host', 'a', 'HOST', 'a'])).toBe('The request has more than one Host field.');
    expect(detailOf(['Host', '', 'Host', ''])).toBe('The request has more than one Host field.');
    expect(detailOf(['X', 'host'])).toBe('The request has no Host field.');
    expect(detailOf([], '/v1', '1.0')).toBeUndefined();
    expect(detailOf(['Host', 'a b'], '/v1', '1.0')).toBe('The Host field is not a valid host.');
  });
});

test.each(['/', '/v1?a=/', '*', 'http://example.org', 'ftp://x/v1'])('the target of a request may be %s', (url) => {
  expect(detailOf(['Host', 'a'], url)).toBeUndefined();
});

test.each(['', 'v1', 'v1/', '**', 'x/*', 'http://[bad', '?'])('the target of a request must not be "%s"', (url) => {
  expect(detailOf(['Host', 'a'], url)).toBe('The target of the request is neither a path nor a URL.');
});
