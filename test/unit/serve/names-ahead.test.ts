import { expect, test } from 'vitest';
import { createApi } from '../../../src/serve/handle-request.ts';

const NAMES = Array.from(
  { length: 10_000 },
  (_, index) => `use-of-land-in-district-${index}-by-year-and-month-of-the-year`,
);

function indexOf(names: readonly string[]): Uint8Array<ArrayBuffer> {
  const datasets = names.map((config) => ({ config, name: config, row_count: 1 }));
  const categories = [{ name: 'economy', count: names.length }];
  return new TextEncoder().encode(
    JSON.stringify({ page_sizes: [100], links: { self: '/v1/index.json' }, categories, datasets }),
  );
}

/** Processor time of some work, in milliseconds. Other threads of the process count too, such as those that compile and collect garbage. */
async function timeOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The least processor time of some work that is done five times: others may work at the same time. */
async function leastTimeOf(work: (turn: number) => unknown): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) times.push(await timeOf(() => work(turn)));
  return Math.min(...times);
}

test('a host that has time between requests prepares the names of each version then, once, and no request has to', async () => {
  const waiting: (() => void)[] = [];
  let version = 'first';
  const api = createApi(async () => indexOf(NAMES), {
    versionId: async () => version,
    later: (work) => waiting.push(work),
  });
  const ask = (path: string) => api({ method: 'GET', url: `http://x${path}`, headers: { get: () => null } });
  await ask('/v1/datasets/x');
  await ask('/v1/datasets/y');
  expect(waiting).toHaveLength(1);

  version = 'second';
  const countAfterRequest = async (): Promise<number> => {
    await ask('/v1/index.json');
    return waiting.length;
  };
  await expect.poll(countAfterRequest, { timeout: 5_000 }).toBe(2);
  const preparing = await timeOf(() => waiting.at(-1)?.());
  const answering = await leastTimeOf((turn) => ask(`/v1/datasets/${NAMES[turn]}x`));
  expect(answering).toBeLessThan(preparing);
  const again = await leastTimeOf(() => waiting.at(-1)?.());
  expect(again).toBeLessThan(preparing / 4);
});
