import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type BenchRun, formatRows, SIZES } from '../bench-run.ts';
import { siteCommand } from '../builds/builders.ts';
import { ISOLATES_CORES } from '../cores.ts';
import { configOf, generateRawData } from '../data/generate.ts';
import { measure } from '../measure.ts';
import { formatSpread, ratioOf, spreadOf } from '../ratios.ts';
import { NOTHING, type Section } from '../report.ts';
import { requestsPerSecond } from './load.ts';
import { type RunningServer, startAlmanac, startJsonServer, startNginx } from './servers.ts';

/** Seconds of unmeasured requests before the first round. */
const WARM_UP_SECONDS = 2;
/** Seconds of measured requests in each round. */
const ROUND_SECONDS = 3;
/** json-server keeps all rows in memory. */
const MAX_ROWS = SIZES.L;

/** Something to request from a server, and how fast it answered in each round. */
interface Target {
  server: 'Almanac' | 'nginx' | 'json-server';
  what: string;
  /** URLs to request in turn. */
  urls: readonly string[];
  /** Requests per second. */
  rates: number[];
}

interface Servers {
  almanac: RunningServer;
  nginx: RunningServer | null;
  jsonServer: RunningServer | null;
  /** The servers that could not be started, and why. */
  absences: string[];
}

/** Serves one dataset with Almanac, nginx and json-server. `withoutPeers` says why the package of peers is not installed; null if it is. */
export async function compareServers(
  { size, rounds, work, progress }: BenchRun,
  withoutPeers: string | null,
): Promise<Section> {
  const rows = Math.min(SIZES[size], MAX_ROWS);
  const rawData = join(work, 'raw-data');
  generateRawData(rawData, { datasets: 1, rows });
  await measure(siteCommand(rawData, join(work, 'out')));
  const servers = await startServers(work, rawData, withoutPeers);
  try {
    const targets = targetsOf(rows, servers);
    await checkSameRecords(targets);
    await requestInTurn(targets, rounds, progress);
    return sectionOf(targets, rows, rounds, servers.absences);
  } finally {
    for (const server of [servers.almanac, servers.nginx, servers.jsonServer]) await server?.stop();
  }
}

async function startServers(work: string, rawData: string, withoutPeers: string | null): Promise<Servers> {
  const out = join(work, 'out');
  const absences: string[] = [];
  const orAbsent = (name: string, starting: Promise<RunningServer>): Promise<RunningServer | null> =>
    starting.catch((error: Error) => {
      absences.push(`${name}: not measured, ${error.message}.`);
      return null;
    });
  const almanac = await startAlmanac(out);
  const nginx = await orAbsent('nginx', startNginx(join(out, 'client'), join(work, 'nginx')));
  const jsonServer = await orAbsent(
    'json-server',
    withoutPeers === null
      ? startJsonServer(rawData, join(work, 'json-server'))
      : Promise.reject(new Error(withoutPeers)),
  );
  return { almanac, nginx, jsonServer, absences };
}

/** A page in the middle, and windows across two pages: the same one each time, and many in turn. */
function targetsOf(rows: number, { almanac, nginx, jsonServer }: Servers): Target[] {
  const aligned = Math.floor(rows / 200) * 100;
  const path = `/v1/datasets/${configOf(0)}`;
  const target = (server: Target['server'], { url }: RunningServer, what: string, rest: readonly string[]): Target => ({
    server,
    what,
    urls: rest.map((it) => url + it),
    rates: [],
  });
  const file = [`${path}/limit/100/offset/${aligned}.json`];
  const ours = (offsets: readonly number[]): string[] => offsets.map((offset) => `${path}?limit=100&offset=${offset}`);
  const theirs = (offsets: readonly number[]): string[] =>
    offsets.map((offset) => `/records?_start=${offset}&_limit=100`);
  const window = [aligned + 50];
  const windows = Array.from({ length: WINDOWS_IN_TURN }, (_, at) => aligned + 50 - WINDOWS_IN_TURN / 2 + at);
  const across = windows.filter((offset) => offset % 100 !== 0);
  return [
    ...(nginx ? [target('nginx', nginx, FILE, file)] : []),
    target('Almanac', almanac, FILE, file),
    target('Almanac', almanac, WINDOW, ours(window)),
    target('Almanac', almanac, WINDOWS, ours(across)),
    ...(jsonServer
      ? [
          target('json-server', jsonServer, WINDOW, theirs(window)),
          target('json-server', jsonServer, WINDOWS, theirs(across)),
        ]
      : []),
  ];
}

const FILE = 'a page’s file';
const WINDOW = 'a window across two pages, the same each time';
const WINDOWS = 'windows across two pages, each a different one';
/** More windows than the server remembers as requested before. */
const WINDOWS_IN_TURN = 9_000;

/** Throws unless all targets with the same records answer the same. */
async function checkSameRecords(targets: readonly Target[]): Promise<void> {
  const answers = await Promise.all(
    targets.map(async ({ urls }) => {
      const body = (await (await fetch(urls[0] as string)).json()) as { results: unknown[] } | unknown[];
      return Array.isArray(body) ? body : body.results;
    }),
  );
  for (const [at, { what, urls }] of targets.entries()) {
    const alike = targets.findIndex((other) => other.what === what);
    if (answers[at]?.length !== 100) throw new Error(`${urls[0]} does not answer 100 records`);
    if (!isDeepStrictEqual(answers[at], answers[alike])) throw new Error(`${urls[0]} answers other records`);
  }
}

async function requestInTurn(
  targets: readonly Target[],
  rounds: number,
  progress: BenchRun['progress'],
): Promise<void> {
  for (const { urls } of targets) await requestsPerSecond(urls, WARM_UP_SECONDS);
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, what, urls, rates } of targets) {
      const rate = await requestsPerSecond(urls, ROUND_SECONDS);
      rates.push(rate);
      progress(`round ${round + 1}  ${server}, ${what}: ${Math.round(rate)} requests per second`);
    }
  }
}

function sectionOf(targets: readonly Target[], rows: number, rounds: number, absences: readonly string[]): Section {
  const base = targets.find(({ server }) => server === 'nginx');
  const jsonServerFor = (window: string): Target | undefined =>
    targets.find(({ server, what }) => server === 'json-server' && what === window);
  const against = (target: Target, other: Target | undefined): string =>
    other === undefined || other === target ? NOTHING : formatSpread(ratioOf(target.rates, other.rates));
  const core = ISOLATES_CORES
    ? 'Each server runs on one processor core, the load generator on another.'
    : 'Servers and load generator share the processor cores, since there is no taskset or only one core.';
  return {
    title: `Serving: pages of 100 records of ${formatRows(rows)}`,
    head: ['', 'Requests per second', '÷ nginx’s, for the file', '÷ json-server’s, for the same windows'],
    rows: targets.map((target) => [
      `${target.server}: ${target.what}`,
      formatSpread(spreadOf(target.rates)),
      against(target, base),
      against(target, jsonServerFor(target.what)),
    ]),
    notes: [`Load from wrk. Median of ${rounds} rounds (least–most). ${core}`, ...absences],
    figures: { rows, targets: targets.map(({ urls, ...target }) => ({ ...target, url: urls[0] })) },
  };
}
