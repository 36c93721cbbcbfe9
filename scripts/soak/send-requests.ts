import { type Answer, answerCheck, type Question } from './check-answer.ts';
import { EDITIONS } from './editions.ts';

/** The results of all requests. */
export interface Requests {
  count: number;
  serverErrors: number;
  /** Answers with a status below 500 that have any fault, such as mixed editions, the wrong records or invalid JSON. */
  mixtures: number;
  /** Requests that got no complete answer. */
  unanswered: number;
  /** Response time of the slowest answer, in milliseconds. */
  slowest: number;
  /** Descriptions of the first few faults. */
  examples: string[];
}

const CLIENTS = 8;
/** Maximum time for an answer, in milliseconds. */
const PATIENCE = 10_000;
const MAX_EXAMPLES = 5;

/** Sends random requests with several clients until `isOver` returns true, and checks each answer. `random` returns numbers in [0, 1). */
export async function sendRequests(url: string, random: () => number, isOver: () => boolean): Promise<Requests> {
  const total: Requests = { count: 0, serverErrors: 0, mixtures: 0, unanswered: 0, slowest: 0, examples: [] };
  const faultsOf = answerCheck();
  const report = (path: string, fault: string): void => {
    if (total.examples.length < MAX_EXAMPLES) total.examples.push(`${path}: ${fault}`);
  };
  const client = async (): Promise<void> => {
    const tags = new Map<string, string>();
    while (!isOver()) {
      const question = randomQuestion(random);
      const tag = random() < 0.2 ? tags.get(question.path) : undefined;
      const headers = { 'accept-encoding': oneOf(random, ENCODINGS), ...(tag && { 'if-none-match': tag }) };
      const started = performance.now();
      total.count += 1;
      try {
        const answer = await ask(url + question.path, headers);
        total.slowest = Math.max(total.slowest, performance.now() - started);
        if (answer.etag !== null) tags.set(question.path, answer.etag);
        const faults = faultsOf(question, answer);
        if (answer.status === 304 && answer.etag !== tag)
          faults.push(`status 304 with the entity tag ${answer.etag}, but the request had ${tag ?? 'none'}`);
        if (answer.status >= 500) total.serverErrors += 1;
        else if (faults.length > 0) total.mixtures += 1;
        for (const fault of faults) report(question.path, fault);
      } catch (error) {
        total.unanswered += 1;
        report(question.path, (error as Error).message);
      }
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return total;
}

const ENCODINGS = ['identity', 'gzip', 'br'];
const OTHER_PATHS = [
  '/v1',
  '/v1/datasets',
  '/v1/datasets?category=economy&limit=2&offset=1',
  '/v1/datasets/prices/info',
  '/v1/datasets/wages/schema',
  '/v1/datasets/rents/quality',
  '/v1/datasets/rents/profile',
  '/v1/datasets/price',
  '/v1/datasets/prices?limit=0',
  '/v1/datasets?category=no',
  '/v1/%ff',
  '/v1/datasets/..%2f..%2fserver%2fentry.mjs',
  '/',
  '/datasets/prices/',
  '/nothing',
];

function oneOf<T>(random: () => number, all: readonly T[]): T {
  return all[Math.floor(random() * all.length)] as T;
}

function randomQuestion(random: () => number): Question {
  if (random() < 0.3) return { path: oneOf(random, OTHER_PATHS) };
  const { rows } = oneOf(random, EDITIONS);
  const [config, count] = oneOf(random, Object.entries(rows));
  // There are only a few hundred possible windows, so each is likely to be requested again after the edition has changed.
  const limit = oneOf(random, [1, 7, 60, 100]);
  const offset = 50 * Math.floor((random() * (count + 100)) / 50);
  const path = `/v1/datasets/${config}`;
  const isFile = limit === 100 && offset % 100 === 0 && offset <= count && random() < 0.5;
  // Every edition has page files up to this offset. Later ones may be missing from some editions.
  if (isFile && offset <= 200)
    return { path: `${path}/limit/100/offset/${offset}.json`, window: { config, limit, offset } };
  return { path: `${path}?limit=${limit}&offset=${offset}`, window: { config, limit, offset } };
}

/** Requests a URL. `fetch` decompresses the body. Rejects if the answer is not complete in time. */
async function ask(url: string, headers: Record<string, string>): Promise<Answer> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE) });
  const { status, headers: received } = response;
  const text = await response.text();
  return { status, etag: received.get('etag'), contentType: received.get('content-type') ?? '', text };
}
