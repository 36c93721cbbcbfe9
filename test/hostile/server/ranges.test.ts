import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { randomNumbers } from '../../../scripts/bench/data/random.ts';
import { folderForAll } from '../../support/builds/raw-data-folder.ts';
import { peakMemory, serveOutput } from '../../support/builds/serve-output.ts';
import { faultsOf } from '../../support/hostile/invariants.ts';
import { LARGE_DOWNLOAD, makeLargeOutput } from '../../support/hostile/large-output.ts';
import { openSocket, type RawResponse, rawClient } from '../../support/hostile/raw-http.ts';
import { TRIES } from '../../support/hostile/tally.ts';
import { askServer } from '../../support/http/raw-request.ts';

const random = randomNumbers(Number(process.env.RANDOM_SEED ?? 20_261_123));
const upTo = (count: number): number => Math.floor(random() * count);
const oneOf = <T>(all: readonly T[]): T => all[upTo(all.length)] as T;
const many = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join();

/** Less than the 16 KB that all fields may have together. */
const MOST = 15_000;

const ABSURD = [
  // Thousands of ranges: the same, all but the same, overlapping, each byte, the last ones.
  `bytes=${many(MOST / 4, () => '0-0')}`,
  `bytes=${many(MOST / 3, () => '0-')}`,
  `bytes=0-,${many(MOST / 8, (at) => `5-${at % 900}`)}`,
  `bytes=${many(1_500, (at) => `${at}-${at}`)}`,
  `bytes=${many(2_500, (at) => `-${at}`)}`,
  `bytes=${many(1_000, (at) => `${9_999 - at}-`)}`,
  // Numbers that no integer type holds, with and without a meaning.
  `bytes=${'9'.repeat(MOST)}-`,
  `bytes=0-${'9'.repeat(MOST)}`,
  `bytes=-${'9'.repeat(MOST)}`,
  `bytes=${'0'.repeat(MOST)}-1`,
  `bytes=${'9'.repeat(MOST / 2)}-${'8'.repeat(MOST / 2)}`,
  'bytes=18446744073709551615-18446744073709551616',
  'bytes=-9223372036854775809',
  'bytes=9007199254740993-9007199254740992',
  'bytes=4294967296-4294967297',
  'bytes=0-18446744073709551615',
  // Negative, reversed, empty and mixed.
  'bytes=--1',
  'bytes=-5--1',
  'bytes=-0',
  'bytes=9-1',
  'bytes=-',
  'bytes=,',
  'bytes=',
  '=',
  '-',
  'bytes',
  'bytes=0-1-2',
  'bytes=1.5-2',
  'bytes=1e0-2e9',
  'bytes=0x0-0xff',
  'bytes=NaN-Infinity',
  'bytes=%30-%39',
  'bytes=\xb2-\xb3',
  // What a slow pattern would need long for.
  `bytes=${','.repeat(MOST)}`,
  `bytes=${','.repeat(MOST / 2)}0-1${','.repeat(MOST / 2)}x`,
  `bytes=${' \t'.repeat(MOST / 2)}x`,
  `bytes=0-1${' ,'.repeat(MOST / 2)}x`,
  `bytes=${'-'.repeat(MOST)}`,
  `bytes=${'1-'.repeat(MOST / 2)}`,
  `${'bytes='.repeat(MOST / 6)}0-1`,
  `${'x'.repeat(MOST)}=0-1`,
  // Several fields.
  'bytes=0-0\r\nRange: bytes=5-9',
  `bytes=0-0${'\r\nRange: bytes=0-0'.repeat(700)}`,
  'bytes=0-9\r\nIf-Range: "x"\r\nIf-Range: W/"x"',
  `bytes=0-9\r\nIf-Range: ${'"x", '.repeat(2_000)}"x"`,
  'bytes=0-9\r\nIf-Range: *',
  'bytes=0-9\r\nIf-Range:',
  'bytes=0-9\r\nIf-None-Match: *',
  'bytes=0-9\r\nContent-Range: bytes 0-9/10',
];

const PIECES = [
  'bytes=',
  'bytes=',
  'BYTES=',
  'items=',
  '-',
  '-',
  '-',
  ',',
  ' ',
  '0',
  '1',
  '7',
  '99',
  '790',
  '1331932',
  '9'.repeat(30),
  '+',
  'x',
  '\t',
];

function randomRange(): string {
  if (upTo(2) === 0) return `bytes=${Array.from({ length: 1 + upTo(6) }, () => oneOf(PIECES)).join('')}`;
  const [a, b] = [upTo(1_500_000), upTo(1_500_000)];
  return oneOf([
    `bytes=${a}-${a + (b % 5_000)}`,
    `bytes=${a}-${b}`,
    `bytes=-${b % 5_000}`,
    `bytes=${a % 800}-${b % 800}`,
  ]);
}

/** What is wrong with the response to any `Range` of a file; empty if nothing is. */
function faultsOfRange(file: Buffer, method: string, response: RawResponse): string[] {
  const { status, headers, body } = response;
  const field = (name: string): string => headers.get(name)?.join() ?? '';
  const faults = faultsOf(method, false, response);
  const must = (isSo: boolean, what: string): void => {
    if (!isSo) faults.push(`${what}, with the status ${status}`);
  };
  must([200, 206, 304, 416].includes(status), 'another status');
  must(field('access-control-allow-origin') === '*' && field('vary') === 'Accept-Encoding', 'other fields');
  must(field('accept-ranges') === 'bytes', 'no Accept-Ranges');
  must(method === 'GET' || status === 200 || status === 304, 'a range for HEAD');
  if (method === 'GET' && status !== 304) must(field('content-length') === `${body.length}`, 'another length');
  if (status === 200 && !field('content-encoding')) must(method === 'HEAD' || body.equals(file), 'not the file');
  if (status === 416) {
    must(field('content-range') === `bytes */${file.length}`, `Content-Range ${field('content-range')}`);
    must(JSON.parse(body.toString()).status === 416, 'no problem document');
  } else if (status === 206) {
    const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(field('content-range')) ?? [];
    must(Number(size) === file.length && Number(last) < file.length, `Content-Range ${field('content-range')}`);
    must(body.equals(file.subarray(Number(first), Number(last) + 1)), 'other bytes');
    must(field('content-encoding') === '', 'a compressed range');
  } else must(field('content-range') === '', 'a Content-Range');
  return faults;
}

test('any Range of a file gets these bytes, the file, or 416', async () => {
  const server = await serveOutput(inject('builtSite'));
  onTestFinished(async () => {
    await server.stop();
  });
  const client = rawClient(server.url);
  // One is in memory, the other is read from the disk.
  const paths = ['/v1/datasets/coffee-production/data.csv', '/v1/datasets/world-development-indicators/data.csv'];
  const files = paths.map((path) => readFileSync(join(inject('builtSite'), 'client', path)));
  const faults: string[] = [];
  const statuses = new Set<number>();
  let tries = 0;
  const attack = async (method: string, at: number, range: string): Promise<void> => {
    const coding = oneOf(['', 'Accept-Encoding: br, gzip\r\n']);
    const response = await client.ask(method, paths[at] as string, `${coding}Range: ${range}\r\n`);
    const found = faultsOfRange(files[at] as Buffer, method, response);
    faults.push(...found.map((fault) => `${method} ${paths[at]} ${range.slice(0, 100)}: ${fault}`));
    statuses.add(response.status);
    tries += 1;
  };
  for (const range of ABSURD) {
    for (const at of paths.keys()) for (const method of ['GET', 'HEAD']) await attack(method, at, range);
  }
  const total = TRIES['Absurd ranges'] as number;
  while (tries < total) await attack(oneOf(['GET', 'GET', 'GET', 'HEAD']), upTo(paths.length), randomRange());
  client.end();
  expect(faults).toEqual([]);
  expect([...statuses].sort()).toEqual([200, 206, 304, 416]);
  expect(tries).toBe(total);
}, 60_000);

/** After this time without progress, a reader is disconnected: longer than those that go on may wait on a busy machine. In seconds. */
const SEND_TIMEOUT = 8;
/** Most memory of the server process, in bytes. */
const MAX_MEMORY = 300_000_000;

const out = folderForAll();
beforeAll(() => makeLargeOutput(out, inject('builtSite')));

test('ranges that overlap, of 40 MB each, take bounded memory, and readers that take nothing are disconnected', async () => {
  const server = await serveOutput(out, {
    settings: { CACHE_MB: '16', SEND_TIMEOUT: `${SEND_TIMEOUT}`, MIN_SEND_RATE: '10000' },
  });
  const tries = TRIES['Ranges of one large file at once'] as number;
  const stuck = Array.from({ length: tries / 2 }, (_, at) => {
    const socket = openSocket(server.url).pause();
    socket.write(`GET ${LARGE_DOWNLOAD} HTTP/1.1\r\nHost: x\r\nRange: bytes=${at}-\r\n\r\n`);
    return socket;
  });
  onTestFinished(async () => {
    for (const socket of stuck) socket.destroy();
    await server.stop();
  });
  const size = Number((await askServer(server.url, LARGE_DOWNLOAD, { method: 'HEAD' })).headers['content-length']);
  const read = Array.from({ length: tries / 2 }, async (_, at) => {
    const headers = { Range: `bytes=${at}-` };
    const { status, body } = await askServer(server.url, LARGE_DOWNLOAD, { headers, limit: 60_000 });
    expect([status, body.length]).toEqual([206, size - at]);
  });
  await Promise.all(read);
  expect((await askServer(server.url, LARGE_DOWNLOAD, { headers: { Range: 'bytes=-8' } })).status).toBe(206);
  expect(peakMemory(server)).toBeLessThan(MAX_MEMORY);
  // A reader that goes on before it is disconnected gets everything.
  await sleep(2 * SEND_TIMEOUT * 1000);
  for (const socket of stuck) {
    let received = 0;
    // What the system had taken for it is still there, but the rest never comes.
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length;
    });
    if (!socket.closed) await once(socket.resume(), 'close');
    expect(received).toBeLessThan(size);
  }
}, 120_000);
