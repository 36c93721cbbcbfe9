import { expect, test } from 'vitest';
import { faultsOf, isUnderApi } from '../../support/hostile/invariants.ts';
import { type RawClient, rawClient } from '../../support/hostile/raw-http.ts';
import { SECRET, useHostileServer } from '../../support/hostile/small-output.ts';
import { TRIES } from '../../support/hostile/tally.ts';

const atRoot = useHostileServer();
const below = useHostileServer({ base: '/data/' });

/** Ways to write the step to the folder above, plain and escaped once or twice, in UTF-8 longer than needed, and as Windows has it. */
const UP = [
  '..',
  '%2e%2e',
  '.%2e',
  '%2E.',
  '%252e%252e',
  '%25252e%25252e',
  '%c0%ae%c0%ae',
  '%e0%80%ae%e0%80%ae',
  '%uff0e%uff0e',
  '%EF%BC%8E%EF%BC%8E',
  '..%00',
  '..;',
  '....',
  '...',
  '.%00.',
  '..%20',
  '..%0d%0a',
  '..%3f',
  '..%23',
];
/** Ways to write a separator. */
const SEPARATORS = ['/', '//', '%2f', '%2F', '%252f', '\\', '%5c', '%255c', '/./', '/%2e/', '%c0%af', '/;/', '%00/'];
/** Where a request begins to climb. */
const STARTS = [
  '',
  'v1/',
  'v1/datasets/',
  'v1/datasets/rows/',
  'v1/datasets/rows/limit/100/offset/',
  'v1/datasets/category/',
  'styles/',
];
/** How many steps up. */
const DEPTHS = [1, 3];
const GOALS = ['secret.json', 'server/secret.json'];

/** Paths of files that exist, as the system names them. */
const ABSOLUTE = [
  '//etc/passwd',
  '/etc/passwd',
  '/%2fetc%2fpasswd',
  '/v1//etc/passwd',
  '/v1/datasets//etc/passwd',
  '/v1/datasets/%2fetc%2fpasswd',
  '/v1/datasets/file:%2f%2f%2fetc%2fpasswd',
  '/v1/datasets/C:%5cWindows%5cwin.ini',
  '/v1/datasets/%5c%5chost%5cshare',
  'http://elsewhere.example/../secret.json',
  'http://x/%2e%2e/secret.json',
  'http://x//secret.json',
  'file:///etc/passwd',
  '/.almanac-output',
  '/.git/config',
  '/server/entry.mjs',
  '/client/v1/index.json',
  '/v1/datasets/rows/chunks/index.json',
  '/v1/index.json%00.html',
  '/v1/datasets/rows.json%00',
  '/proc/self/environ',
  '/dev/stdin',
];

function targetsBelow(base: string): string[] {
  const climbing = STARTS.flatMap((start) =>
    UP.flatMap((up) =>
      SEPARATORS.flatMap((separator) =>
        DEPTHS.flatMap((depth) => GOALS.map((goal) => base + start + (up + separator).repeat(depth) + goal)),
      ),
    ),
  );
  return [...climbing, ...ABSOLUTE.map((path) => (path.startsWith('/') ? base.slice(0, -1) + path : path))];
}

async function tryAll(client: RawClient, base: string, targets: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const target of targets) {
    const response = await client.ask('GET', target);
    const text = response.body.toString('latin1');
    // A whole URL that the server cannot read as one of its own is answered with its root.
    if (text.includes(SECRET) || /root:|startServer/.test(text)) faults.push(`${target}: ${text.slice(0, 100)}`);
    faults.push(...faultsOf('GET', isUnderApi(target, base), response).map((fault) => `${target}: ${fault}`));
  }
  client.end();
  return faults;
}

test('no path leads out of the served folder, in any encoding, at the root and below a base', async () => {
  // Below a base every third path is tried, in turn another spelling.
  const some = targetsBelow('/data/').filter((_, index) => index % 3 === 0);
  const all = targetsBelow('/');
  expect(all.length + some.length).toBe(TRIES['Paths out of the served folder']);
  expect(await tryAll(rawClient(atRoot.url()), '/', all)).toEqual([]);
  expect(await tryAll(rawClient(below.url()), '/data/', some)).toEqual([]);
  const client = rawClient(below.url());
  expect((await client.ask('GET', '/data/v1/datasets/rows')).status).toBe(200);
  client.end();
}, 60_000);
