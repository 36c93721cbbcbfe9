import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { siteCommand } from '../builds/builders.ts';
import { configOf, generateRawData } from '../data/generate.ts';
import { type Contender, measure, measureInTurn } from '../measure.ts';
import { installPeers } from '../peers.ts';
import { type BenchRun, formatRatio, formatRows, formatSpread, NOTHING, type Section, SIZES } from '../report.ts';
import { ISOLATES_CORES, requestsPerSecond } from './load.ts';
import { type RunningServer, startAlmanac, startJsonServer, startNginx } from './servers.ts';

/** Seconds of unmeasured requests before the first round. */
const WARM_UP_SECONDS = 2;
/** Seconds of measured requests in each round. */
const ROUND_SECONDS = 3;
/** Maximum number of rows, since json-server keeps all of them in memory. */
const MAX_ROWS = SIZES.L;

const FILE = 'a page file';
const WINDOW = 'the same window across two pages each time';
const WINDOWS = 'a different window across two pages each time';
/** Number of different windows to request: too many for the cache of the server. */
const WINDOWS_IN_TURN = 9_000;

/** Compares how Almanac, nginx and json-server serve one dataset. A server that cannot be started is left out. */
export async function compareServers({ size, rounds, work, progress }: BenchRun): Promise<Section> {
  installPeers(progress);
  const rows = Math.min(SIZES[size], MAX_ROWS);
  const [rawData, out] = [join(work, 'raw-data'), join(work, 'out')];
  generateRawData(rawData, { datasets: 1, rows });
  await measure(siteCommand(rawData, out));
  const running: RunningServer[] = [];
  const absences: string[] = [];
  /** Starts a server and returns its targets, or none if it cannot be started. The paths of a target are requested in turn. */
  const targetsOn = async (
    server: string,
    start: () => Promise<RunningServer>,
    paths: Readonly<Record<string, readonly string[]>>,
  ): Promise<Target[]> => {
    try {
      const started = await start();
      running.push(started);
      return Object.entries(paths).map(([what, its]) => {
        const urls = its.map((path) => started.url + path);
        return { name: `${server}: ${what}`, what, urls, run: () => requestsPerSecond(urls, ROUND_SECONDS) };
      });
    } catch (error) {
      absences.push(`${server}: not measured, ${(error as Error).message}`);
      return [];
    }
  };
  const page = Math.floor(rows / 200) * 100;
  const path = `/v1/datasets/${configOf(0)}`;
  const first = page + 50 - WINDOWS_IN_TURN / 2;
  const across = Array.from({ length: WINDOWS_IN_TURN }, (_, at) => first + at).filter((offset) => offset % 100 !== 0);
  const windows = (pathOf: (offset: number) => string) => ({
    [WINDOW]: [pathOf(page + 50)],
    [WINDOWS]: across.map(pathOf),
  });
  try {
    const targets = [
      ...(await targetsOn('Almanac', () => startAlmanac(out), {
        [FILE]: [`${path}/limit/100/offset/${page}.json`],
        ...windows((offset) => `${path}?limit=100&offset=${offset}`),
      })),
      ...(await targetsOn('nginx', () => startNginx(join(out, 'client'), join(work, 'nginx')), {
        [FILE]: [`${path}/limit/100/offset/${page}.json`],
      })),
      ...(await targetsOn(
        'json-server',
        () => startJsonServer(rawData, join(work, 'json-server')),
        windows((offset) => `/records?_start=${offset}&_limit=100`),
      )),
    ];
    await checkSameRecords(targets);
    for (const { urls } of targets) await requestsPerSecond(urls, WARM_UP_SECONDS);
    const { measured, failures } = await measureInTurn(targets, rounds, progress);
    const ratesOf = (name: string): number[] | undefined => measured.find((it) => it.name === name)?.rounds;
    const against = (target: (typeof measured)[number], name: string): string => {
      const rates = ratesOf(name);
      return rates === undefined || rates === target.rounds ? NOTHING : formatRatio(target.rounds, rates);
    };
    const core = ISOLATES_CORES
      ? 'Each server runs on one processor core, the load generator on another.'
      : 'The servers and the load generator share the processor cores, since there is only one core or taskset is not installed.';
    return {
      title: `Serving: pages of 100 records of ${formatRows(rows)}`,
      head: ['', 'Requests per second', '÷ nginx, same file', '÷ json-server, same windows'],
      rows: measured.map((target) => [
        target.name,
        formatSpread(target.rounds),
        against(target, `nginx: ${FILE}`),
        against(target, `json-server: ${target.what}`),
      ]),
      notes: [`Load from wrk. Median of ${rounds} rounds (minimum–maximum). ${core}`, ...absences, ...failures],
      measured: measured.map(({ name, rounds: its }) => ({ name, rounds: its })),
    };
  } finally {
    for (const server of running) await server.stop();
  }
}

/** A kind of request to a server, for the given URLs in turn. It is measured in requests per second. */
interface Target extends Contender {
  what: string;
  urls: readonly string[];
  run(): Promise<number>;
}

/** Throws unless all targets for the same kind of request return the same records. */
async function checkSameRecords(targets: readonly Target[]): Promise<void> {
  const known = new Map<string, unknown>();
  for (const { what, urls } of targets) {
    const body = (await (await fetch(urls[0] as string)).json()) as { results: unknown[] } | unknown[];
    const records = Array.isArray(body) ? body : body.results;
    if (records.length !== 100) throw new Error(`${urls[0]} does not return 100 records`);
    if (!isDeepStrictEqual(records, known.get(what) ?? records)) throw new Error(`${urls[0]}: different records`);
    known.set(what, records);
  }
}
