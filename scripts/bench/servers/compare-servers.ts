import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { siteCommand } from '../builds/builders.ts';
import { configOf, generateRawData } from '../data/generate.ts';
import { type Contender, measure } from '../measure.ts';
import { installPeers } from '../peers.ts';
import {
  type BenchRun,
  type Column,
  formatMedian,
  formatNumber,
  formatRatio,
  formatRows,
  formatSpread,
  measureSection,
  NOTHING,
  type Section,
  SIZES,
} from '../report.ts';
import { ISOLATES_CORES, requestsPerSecond } from './load.ts';
import { type RunningServer, startAlmanac, startJsonServer, startNginx } from './servers.ts';

const WARM_UP_SECONDS = 2;
const ROUND_SECONDS = 3;
/** Maximum number of rows to serve, which is limited because json-server keeps all rows in memory. */
const MAX_ROWS = SIZES.L;

const PAGE = 'the same page each time';
const WINDOW = 'the same window across two pages each time';
const WINDOWS = 'a random window of 100 records each time';
/** Number of windows to choose from. Almanac's cache cannot hold that many. */
const WINDOW_COUNT = 20_000;
/** nginx opens a file again once it has not been requested for a minute. */
const OPEN_FILES = 'open_file_cache max=20000 inactive=60s; open_file_cache_valid 60s;';

/** Compares how fast Almanac, nginx and json-server serve one dataset. A server that cannot be started is left out. */
export async function compareServers(run: BenchRun): Promise<Section> {
  const { size, work } = run;
  installPeers(run.progress);
  const rows = Math.min(SIZES[size], MAX_ROWS);
  const [rawData, out] = [join(work, 'raw-data'), join(work, 'out')];
  generateRawData(rawData, { datasets: 1, rows });
  await measure(siteCommand(rawData, out));
  const running: RunningServer[] = [];
  const absences: string[] = [];
  /** Starts a server for each kind of request, so that each has its own peak memory. Returns no targets if it cannot be started. */
  const targetsOn = async (
    server: string,
    start: (folder: string) => Promise<RunningServer>,
    paths: Readonly<Record<string, readonly string[]>>,
  ): Promise<Target[]> => {
    const targets: Target[] = [];
    try {
      for (const [what, its] of Object.entries(paths)) {
        const started = await start(join(work, `server-${running.length}`));
        running.push(started);
        const urls = its.map((path) => started.url + path);
        const load = (): Promise<number> => requestsPerSecond(urls, ROUND_SECONDS);
        targets.push({ name: `${server}: ${what}`, what, urls, run: load, peak: started.peak });
      }
    } catch (error) {
      absences.push(`${server}: not measured, ${(error as Error).message}`);
    }
    return targets;
  };
  const path = `/v1/datasets/${configOf(0)}`;
  const offsets = Array.from({ length: rows / 100 }, (_, at) => at * 100);
  const middle = offsets[offsets.length >> 1] as number;
  const between = Array.from({ length: WINDOW_COUNT }, (_, at) => Math.floor((at / WINDOW_COUNT) * (rows - 100)));
  const pageOf = (offset: number): string => `${path}/limit/100/offset/${offset}.json`;
  const pages = `one of ${formatNumber(offsets.length)} pages at random`;
  const files = { [PAGE]: [pageOf(middle)], [pages]: offsets.map(pageOf) };
  const windows = (pathOf: (offset: number) => string) => ({
    [WINDOW]: [pathOf(middle + 50)],
    [WINDOWS]: between.filter((offset) => offset % 100 !== 0).map(pathOf),
  });
  const nginx = (directives?: string) => (folder: string) => startNginx(join(out, 'client'), folder, directives);
  try {
    const targets = [
      ...(await targetsOn('Almanac', () => startAlmanac(out), {
        ...files,
        ...windows((offset) => `${path}?limit=100&offset=${offset}`),
      })),
      ...(await targetsOn('nginx', nginx(), files)),
      ...(await targetsOn('nginx with open_file_cache', nginx(OPEN_FILES), files)),
      ...(await targetsOn(
        'json-server',
        (folder) => startJsonServer(rawData, folder),
        windows((offset) => `/records?_start=${offset}&_limit=100`),
      )),
    ];
    await checkSameRecords(targets);
    for (const { urls } of targets) await requestsPerSecond(urls, WARM_UP_SECONDS);
    const core = ISOLATES_CORES
      ? 'The servers run on one processor core and the load generator runs on another.'
      : 'The servers and the load generator share the processor cores, since there is only one core or taskset is not installed.';
    const section = await measureSection(run, targets, (measured) => {
      /** The column that compares with a server: with its rate for the same requests or, if it has files only, for one page. */
      const against = (server: string, hasFilesOnly = true): Column<(typeof measured)[0]> => [
        `÷ ${server}`,
        ({ what, rounds }) => {
          const to = hasFilesOnly && !Object.hasOwn(files, what) ? PAGE : what;
          const rates = measured.find((it) => it.name === `${server}: ${to}`)?.rounds;
          return rates === undefined || rates === rounds ? NOTHING : formatRatio(rounds, rates);
        },
      ];
      return {
        title: `Serving: pages of 100 records from a dataset of ${formatRows(rows)}`,
        columns: [
          ['Requests per second', ({ rounds }) => formatSpread(rounds)],
          ...[against('nginx'), against('nginx with open_file_cache'), against('json-server', false)],
          ['Peak memory, MB', ({ peak }) => formatMedian([peak()])],
        ],
        notes: [
          `Load generated by wrk. Median of ${run.rounds} rounds (minimum–maximum). ${core}`,
          'Each row has a server of its own. nginx sends files only, so its rate for the same page is beside windows too.',
          ...absences,
        ],
      };
    });
    const measured = section.measured as readonly Target[];
    return { ...section, measured: measured.map(({ urls, peak, ...others }) => ({ ...others, peak: peak() })) };
  } finally {
    for (const server of running) await server.stop();
  }
}

/** One kind of request to one server, sent to the given URLs at random and measured in requests per second. */
interface Target extends Contender {
  what: string;
  urls: readonly string[];
  run(): Promise<number>;
  /** Peak memory of the server so far, in MB. */
  peak(): number;
}

/** Rejects unless the first URLs of all targets for the same kind of request return the same 100 records. */
async function checkSameRecords(targets: readonly Target[]): Promise<void> {
  const known = new Map<string, unknown>();
  for (const { what, urls } of targets) {
    const body = (await (await fetch(urls[0] as string)).json()) as { results: unknown[] } | unknown[];
    const records = Array.isArray(body) ? body : body.results;
    if (records.length !== 100) throw new Error(`${urls[0]} does not return 100 records`);
    if (!isDeepStrictEqual(records, known.get(what) ?? records)) throw new Error(`${urls[0]} has different records`);
    known.set(what, records);
  }
}
