import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { randomNumbers } from '../../../scripts/bench/data/random.ts';
import { MAX_LIMIT } from '../../../src/contract/routes.ts';
import { faultsOf, isUnderApi } from '../../support/hostile/invariants.ts';
import { type RawResponse, rawClient } from '../../support/hostile/raw-http.ts';
import { TRIES } from '../../support/hostile/tally.ts';
import { recordLines } from '../../support/http/bodies.ts';
import { useBuiltServer } from '../../support/http/built-server.ts';

const ATTACK = 'Random requests';

const server = useBuiltServer();

const random = randomNumbers(Number(process.env.RANDOM_SEED ?? 20_261_122));
const upTo = (count: number): number => Math.floor(random() * count);
const oneOf = <T>(all: readonly T[]): T => all[upTo(all.length)] as T;

const CONFIGS = ['coffee-production', 'exchange-rates-monthly', 'french-communes', 'penn-world-table'];

/** The records of a dataset as the build wrote them, each a line of text. */
function recordsOf(config: string): string[] {
  const folder = join(inject('builtSite'), 'client/v1/datasets', config, 'limit/100/offset');
  const offsets = readdirSync(folder).flatMap((name) => (/^\d+\.json$/.test(name) ? [Number.parseInt(name, 10)] : []));
  return offsets
    .sort((a, b) => a - b)
    .flatMap((offset) => recordLines(readFileSync(join(folder, `${offset}.json`), 'utf8')));
}

/** Characters that mean something in paths, in queries, to decoders or to programs. */
const NOISE = [
  ...'/?#&=%.;,:@!$\'()*+-_~|<>"`{}[]^\\',
  '%00',
  '%2f',
  '%2e',
  '%ff',
  '%c3%a4',
  '%25',
  '%',
  '..',
  '//',
  '%0d%0a',
  '%EF%B7%BA',
  '%F0%9F%98%80',
  '%ED%A0%80',
  'limit',
  'offset',
  'category',
  '__proto__',
  'constructor',
  '.json',
  '\t',
  '0'.repeat(40),
  'a'.repeat(500),
];
const NUMBERS = [
  '0',
  '1',
  '7',
  '99',
  '100',
  '101',
  '-1',
  '1e2',
  '0x10',
  '007',
  '',
  '1.5',
  '9007199254740993',
  '%D9%A3',
  'NaN',
];

function validTarget(): string {
  const config = oneOf(CONFIGS);
  return oneOf([
    () => '/v1',
    () => '/v1/index.json',
    () => `/v1/datasets?limit=${1 + upTo(MAX_LIMIT)}&offset=${upTo(40)}`,
    () => `/v1/datasets?category=${oneOf(['economy', 'agriculture', 'governance', 'econmy'])}`,
    () => `/v1/datasets/${config}`,
    () => `/v1/datasets/${config}?limit=${oneOf(NUMBERS)}&offset=${oneOf(NUMBERS)}`,
    () => `/v1/datasets/${config}/limit/100/offset/${100 * upTo(5)}.json`,
    () => `/v1/datasets/${config}/${oneOf(['info', 'about', 'schema', 'quality', 'profile', 'info.json', 'nothing'])}`,
    () => `/datasets/${config}/`,
    () => oneOf(['/', '/api/', '/404.html', '/favicon.svg']),
  ])();
}

/** Inserts, removes, repeats or replaces some parts of a target. */
function mutated(target: string): string {
  let text = target;
  for (let left = upTo(4); left > 0; left -= 1) {
    const at = 1 + upTo(text.length);
    const rest = text.slice(at + upTo(4));
    const part = oneOf(NOISE);
    text = oneOf([
      () => text.slice(0, at) + part + text.slice(at),
      () => text.slice(0, at) + rest,
      () => text.slice(0, at) + part + rest,
      () => text + oneOf(['?', '&']) + part + oneOf(['', '=', `=${oneOf(NUMBERS)}`]),
      () => text.slice(0, at) + text.slice(at).repeat(2),
    ])();
  }
  // Anything else ends a target, or is no part of one.
  return text.replace(/[^!-~]/g, '').slice(0, 3_000);
}

const METHODS = [
  'GET',
  'GET',
  'GET',
  'GET',
  'GET',
  'GET',
  'HEAD',
  'HEAD',
  'OPTIONS',
  'POST',
  'DELETE',
  'TRACE',
  'PROPFIND',
];

function someHeaders(): string {
  const fields = [
    () =>
      `Accept-Encoding: ${oneOf(['gzip', 'br;q=0.5, gzip', '*', 'identity;q=0', 'gzip;q=2', ',,;;q=', 'br'.repeat(50)])}`,
    () => `If-None-Match: ${oneOf(['*', '"x"', 'W/"x", "y"', '"', 'x', '"a,b"', ','.repeat(100)])}`,
    () => `Range: ${oneOf(['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'lines=1-2', 'bytes=0-0,5-9'])}`,
    () => `Accept: ${oneOf(['text/html', '*/*', 'application/xml;q=1', ';'])}`,
    () => `Origin: ${oneOf(['null', 'https://example.org', 'javascript:1'])}`,
    () => `If-Modified-Since: ${oneOf(['Thu, 01 Jan 1970 00:00:00 GMT', 'never', '-1'])}`,
    () => `X-Forwarded-Host: ${oneOf(['evil.example', '../..', '"'])}`,
    () => `Cookie: ${oneOf(NOISE).replaceAll('\t', '')}=1`,
  ];
  return Array.from({ length: upTo(3) }, () => `${oneOf(fields)()}\r\n`).join('');
}

/** What must be the same in the responses to GET and HEAD. */
function headOf({ status, headers }: RawResponse): unknown {
  return { status, headers: [...headers].filter(([name]) => !['date', 'connection', 'keep-alive'].includes(name)) };
}

test('any request gets a sound answer, and under /v1 HEAD the same as GET without the body', async () => {
  const client = rawClient(server.url());
  const faults: string[] = [];
  let tries = 0;
  const ask = async (method: string, target: string, headers: string): Promise<RawResponse> => {
    const response = await client.ask(method, target, headers);
    const found = faultsOf(method, isUnderApi(target), response);
    faults.push(...found.map((fault) => `${method} ${target} ${headers}: ${fault}`));
    return response;
  };
  for (let round = 0; round < 3_000; round += 1) {
    const target = mutated(validTarget());
    const method = oneOf(METHODS);
    const headers = someHeaders();
    tries += 1;
    const response = await ask(method, target, headers);
    if (round % 3 !== 0 || !isUnderApi(target) || (method !== 'GET' && method !== 'HEAD')) continue;
    const other = await ask(method === 'GET' ? 'HEAD' : 'GET', target, headers);
    expect(headOf(other), `${target} ${headers}`).toEqual(headOf(response));
  }
  client.end();
  expect(faults).toEqual([]);
  expect(tries).toBe(TRIES[ATTACK]);
}, 60_000);

test('any window has exactly the records of its dataset', async () => {
  const client = rawClient(server.url());
  let tries = 0;
  for (const config of CONFIGS) {
    const records = recordsOf(config);
    for (; tries % 100 < 99 || tries === 0; tries += 1) {
      const limit = 1 + upTo(MAX_LIMIT);
      const offset = upTo(records.length + 50);
      const noise = oneOf(['', '&x=1', '&Limit=5', '&category=x', '&%00', '&limit[]=3']);
      const { status, body } = await client.ask(
        'GET',
        `/v1/datasets/${config}?offset=${offset}${noise}&limit=${limit}`,
      );
      const text = body.toString('utf8');
      expect(status, text).toBe(200);
      expect(JSON.parse(text).metadata).toEqual({ resultset: { count: records.length, offset, limit } });
      expect(recordLines(text)).toEqual(records.slice(offset, offset + limit));
    }
    tries += 1;
  }
  client.end();
  expect(tries).toBe(TRIES['Random windows']);
});
