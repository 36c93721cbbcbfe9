import { describe, expect, test } from 'vitest';
import { faultsOf } from '../../support/hostile/invariants.ts';
import { exchange, rawClient } from '../../support/hostile/raw-http.ts';
import { TRIES } from '../../support/hostile/tally.ts';
import { useBuiltServer } from '../../support/http/built-server.ts';

const server = useBuiltServer();

const END = 'Host: x\r\nConnection: close\r\n\r\n';
/** A request that must never be answered if it is part of another one's body or head. It is recognised by its status. */
const SMUGGLED = 'OPTIONS /v1 HTTP/1.1\r\nHost: x\r\n\r\n';
const SMUGGLED_STATUS = 204;

/** Requests whose end, or whose parts, parsers disagree about (RFC 9112, sections 2.2, 5, 6 and 7; RFC 9110, section 5). */
const AMBIGUOUS: Readonly<Record<string, string>> = {
  'two lengths that differ': `POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 0\r\n\r\n${SMUGGLED}`,
  'two lengths that are the same': `POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n${SMUGGLED}`,
  'a list of lengths': `POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0, 0\r\n\r\n${SMUGGLED}`,
  'a length and chunks': `POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  'chunks and a length': `POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  'a coding that is not chunked': `POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: identity\r\n\r\n${SMUGGLED}`,
  'chunked, but not last': `POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  'chunked with a control character': `POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  'a blank before the colon': `POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  'a field folded over two lines': `GET /v1 HTTP/1.1\r\nHost: x\r\nX: a\r\n Content-Length: 5\r\n b\r\n: c\r\n\r\n${SMUGGLED}`,
  'a folded coding': `POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\n chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n${SMUGGLED}`,
  'lines that end in LF alone': `POST /v1 HTTP/1.1\nHost: x\nContent-Length: 5\n\n${SMUGGLED}`,
  'lines that end in CR alone': `POST /v1 HTTP/1.1\rHost: x\rContent-Length: 5\r\r${SMUGGLED}`,
  'a negative length': `POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n${SMUGGLED}`,
  'a length with a sign': `POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: +0\r\n\r\n${SMUGGLED}`,
  'a length in hexadecimal': `POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0x0\r\n\r\n${SMUGGLED}`,
  'a huge length': `POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n${SMUGGLED}`,
  'an empty length': `POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: \r\n\r\n${SMUGGLED}`,
  'a chunk size that is not one': `POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n\r\n${SMUGGLED}`,
  'a negative chunk size': `POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${SMUGGLED}`,
  'a huge chunk size': `POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n\r\n${SMUGGLED}`,
  'a chunk longer than its size': `POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n0\r\n\r\n${SMUGGLED}`,
  'a chunk size that LF alone ends': `POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\n\n${SMUGGLED}`,
  'a long chunk extension': `POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1;${'a'.repeat(20_000)}\r\nx\r\n${SMUGGLED}`,
  'a chunk extension with a line break': `POST /v1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0;a\n\r\n\r\n${SMUGGLED}`,
  'a body that GET has no use for': `GET /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: ${SMUGGLED.length}\r\n\r\n${SMUGGLED}`,
  'a NUL in a field': `GET /v1 HTTP/1.1\r\nHost: x\r\nX: a\0b\r\n\r\n${SMUGGLED}`,
  'a field without a colon': `GET /v1 HTTP/1.1\r\nHost: x\r\nnothing\r\n\r\n${SMUGGLED}`,
  'a field without a name': `GET /v1 HTTP/1.1\r\nHost: x\r\n: a\r\n\r\n${SMUGGLED}`,
  'a field that begins with a blank': `GET /v1 HTTP/1.1\r\n X: a\r\nHost: x\r\n\r\n${SMUGGLED}`,
  'no host': `GET /v1 HTTP/1.1\r\n\r\n${SMUGGLED}`,
  'a blank in the target': `GET /v1 /v1 HTTP/1.1\r\nHost: x\r\n\r\n${SMUGGLED}`,
  'a tab after the method': `GET\t/v1\tHTTP/1.1\r\nHost: x\r\n\r\n${SMUGGLED}`,
  'an unknown version': `GET /v1 HTTP/9.9\r\nHost: x\r\n\r\n${SMUGGLED}`,
  'another protocol': `GET /v1 RTSP/1.0\r\nHost: x\r\n\r\n${SMUGGLED}`,
  'a method in lower case': `get /v1 HTTP/1.1\r\nHost: x\r\n\r\n${SMUGGLED}`,
  'an unknown method': `STEAL /v1 HTTP/1.1\r\nHost: x\r\n\r\n${SMUGGLED}`,
  'a very long method': `${'A'.repeat(50_000)} /v1 HTTP/1.1\r\nHost: x\r\n\r\n${SMUGGLED}`,
  'a very long target': `GET /v1/${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n${SMUGGLED}`,
  'a very long field': `GET /v1 HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100_000)}\r\n\r\n${SMUGGLED}`,
  'thousands of fields': `GET /v1 HTTP/1.1\r\nHost: x\r\n${'X: a\r\n'.repeat(10_000)}\r\n${SMUGGLED}`,
  'the beginning of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0',
  'the beginning of TLS': '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03',
  'nothing but line ends': '\r\n'.repeat(20_000),
  'bytes without meaning': '\xff\xfe\0\x01'.repeat(5_000),
};

describe('a request that parsers disagree about', () => {
  test.each(Object.entries(AMBIGUOUS))('%s is answered once at most, and hides no other', async (_, bytes) => {
    const { responses, rest, isOpen } = await exchange(server.url(), bytes, { patience: 700 });
    const statuses = responses.map(({ status }) => status);
    expect(rest.toString('latin1')).toBe('');
    expect(statuses).not.toContain(SMUGGLED_STATUS);
    for (const status of statuses) expect(status).toBeLessThan(500);
    // The connection stays open only for a sound request, or for the rest of one.
    if (isOpen) expect(statuses.filter((status) => status >= 400)).toEqual([]);
    const after = rawClient(server.url());
    expect((await after.ask('GET', '/v1')).status).toBe(200);
    after.end();
  });

  test('has been tried in every way', () => {
    expect(Object.keys(AMBIGUOUS).length).toBe(TRIES['Requests that parsers disagree about']);
  });
});

/**
 * Requests that are unusual, but clear, and the statuses that they may get. After a body whose length was not known, or that was not asked
 * for, the connection ends.
 */
const UNUSUAL: [name: string, bytes: string, statuses: number[]][] = [
  ['HTTP/1.0', 'GET /v1 HTTP/1.0\r\n\r\n', [200]],
  [
    'HTTP/1.0 that keeps the connection',
    `GET /v1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGET /v1 HTTP/1.0\r\n\r\n`,
    [200, 200],
  ],
  ['a whole URL', `GET http://elsewhere.example/v1 HTTP/1.1\r\n${END}`, [200]],
  ['a whole URL of another scheme', `GET ftp://x/v1 HTTP/1.1\r\n${END}`, [200]],
  ['an empty line first', `\r\n\r\nGET /v1 HTTP/1.1\r\n${END}`, [200]],
  [
    'several requests at once',
    `${'GET /v1 HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(9)}GET /v1 HTTP/1.1\r\n${END}`,
    new Array(10).fill(200),
  ],
  [
    'an error between others',
    `GET /v1 HTTP/1.1\r\nHost: x\r\n\r\nGET /v1/no HTTP/1.1\r\nHost: x\r\n\r\nGET /v1 HTTP/1.1\r\n${END}`,
    [200, 404, 200],
  ],
  [
    'a body in chunks',
    `POST /v1 HTTP/1.1\r\nTransfer-Encoding: chunked\r\nHost: x\r\n\r\n3;a=b\r\nabc\r\n0\r\nT: u\r\n\r\nGET /v1 HTTP/1.1\r\n${END}`,
    [405],
  ],
  [
    'a body with a length',
    `DELETE /v1 HTTP/1.1\r\nContent-Length: 3\r\nHost: x\r\n\r\nabcGET /v1 HTTP/1.1\r\n${END}`,
    [405, 200],
  ],
  ['TRACE', `TRACE /v1 HTTP/1.1\r\nX: echo-me\r\n${END}`, [405]],
  ['an upgrade', `GET /v1 HTTP/1.1\r\nUpgrade: websocket\r\nConnection: upgrade, close\r\nHost: x\r\n\r\n`, [200]],
  [
    'an upgrade to HTTP/2',
    `GET /v1 HTTP/1.1\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\nConnection: Upgrade, HTTP2-Settings, close\r\nHost: x\r\n\r\n`,
    [200],
  ],
  [
    'the announcement of a body',
    `POST /v1 HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 3\r\nHost: x\r\n\r\nabcGET /v1 HTTP/1.1\r\n${END}`,
    [405],
  ],
  ['a path that begins with two slashes', `GET //v1 HTTP/1.1\r\n${END}`, [404]],
  ['a host that is not one', 'GET /v1 HTTP/1.1\r\nHost: ../../etc\r\nConnection: close\r\n\r\n', [400]],
  ['a field of every byte', `GET /v1 HTTP/1.1\r\nX: \x80\xff\tz\r\n${END}`, [200]],
];

describe('an unusual request', () => {
  test.each(UNUSUAL)('with %s is answered like any other', async (_, bytes, statuses) => {
    const { responses, rest, isOpen } = await exchange(server.url(), bytes);
    expect(responses.map(({ status }) => status)).toEqual(statuses);
    expect({ rest: rest.length, isOpen }).toEqual({ rest: 0, isOpen: false });
    for (const response of responses) {
      expect(response.body.toString('latin1')).not.toContain('echo-me');
      expect(faultsOf('GET', !bytes.includes('//v1'), response)).toEqual([]);
    }
  });

  test.each(['CONNECT x:80', 'CONNECT /v1', 'OPTIONS *', 'GET *', 'GET x:80', 'GET v1', 'GET ?', 'GET #'])(
    'for %s ends in time and does no harm',
    async (line) => {
      const { responses, isOpen } = await exchange(server.url(), `${line} HTTP/1.1\r\n${END}`);
      expect(isOpen).toBe(false);
      for (const { status } of responses) expect(status).toBeLessThan(500);
    },
  );

  test('has been tried in every way', () => {
    expect(UNUSUAL.length + 8).toBe(TRIES['Unusual requests']);
  });
});
