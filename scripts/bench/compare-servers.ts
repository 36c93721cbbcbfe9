import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type BenchRun, formatRows, SIZES } from './bench-run.ts';
import { siteCommand } from './builders.ts';
import { ISOLATES_CORES } from './cores.ts';
import { COLUMNS, configOf, generateRawData } from './generate.ts';
import { ASKS_IN_TURN, LOADER, requestsASecond } from './load.ts';
import { HAS_PROC, measure, processorSecondsUntilNow } from './measure.ts';
import { formatSpread, ratioOf, spreadOf } from './ratios.ts';
import { NOTHING, type Section } from './report.ts';
import { type RunningServer, startAlmanac, startJsonServer, startNginx } from './servers.ts';

/** Seconds that a server is asked without being measured, and with, in each round. */
const WARM_UP = 2;
const DURATION = 3;
/** json-server keeps all rows in memory. */
const MOST_ROWS = SIZES.L;

/** Something to ask a server for, and what it answered in each round. */
interface Target {
  server: 'Almanac' | 'nginx' | 'json-server';
  pid: number;
  what: string;
  /** What is asked for in turn. */
  urls: readonly string[];
  /** Requests a second. */
  rates: number[];
  /** Requests a second of the processor's time that the server took; a second, where the system does not tell. */
  efficiencies: number[];
}

interface Servers {
  almanac: RunningServer;
  nginx: RunningServer | null;
  jsonServer: RunningServer | null;
  /** Which ones are not there, and why. */
  absences: string[];
}

/** Serves one dataset with Almanac, nginx and json-server. `withoutPeers` says why the peers' package is not there; null when it is. */
export async function compareServers(
  { size, rounds, work, progress }: BenchRun,
  withoutPeers: string | null,
): Promise<Section> {
  if (LOADER === 'autocannon' && withoutPeers !== null) {
    throw new Error(`there is no wrk, and no autocannon: ${withoutPeers}`);
  }
  const rows = Math.min(SIZES[size], MOST_ROWS);
  const rawData = join(work, 'raw-data');
  generateRawData(rawData, { datasets: 1, rows, columns: COLUMNS.length });
  await measure(siteCommand(rawData, join(work, 'out')));
  const servers = await startServers(work, rawData, withoutPeers);
  try {
    const targets = targetsOf(rows, servers);
    await checkSameRecords(targets);
    await askInTurn(targets, rounds, progress);
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

/** A page in the middle, as a file and as a query, and windows across two pages: one, and so many that none is asked for again soon. */
function targetsOf(rows: number, { almanac, nginx, jsonServer }: Servers): Target[] {
  const aligned = Math.floor(rows / 200) * 100;
  const path = `/v1/datasets/${configOf(0)}`;
  const target = (
    server: Target['server'],
    { url, pid }: RunningServer,
    what: string,
    rest: readonly string[],
  ): Target => ({ server, pid, what, urls: rest.map((it) => url + it), rates: [], efficiencies: [] });
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
    target('Almanac', almanac, QUERY, ours([aligned])),
    target('Almanac', almanac, WINDOW, ours(window)),
    ...(ASKS_IN_TURN ? [target('Almanac', almanac, WINDOWS, ours(across))] : []),
    ...(jsonServer
      ? [
          target('json-server', jsonServer, WINDOW, theirs(window)),
          ...(ASKS_IN_TURN ? [target('json-server', jsonServer, WINDOWS, theirs(across))] : []),
        ]
      : []),
  ];
}

const FILE = 'a page’s file';
const QUERY = 'the same page as a query';
const WINDOW = 'a window across two pages, again and again';
const WINDOWS = 'such windows, each another';
/** More than the server remembers to have been asked for. */
const WINDOWS_IN_TURN = 9_000;

/** Throws unless those that are asked for the same answer the same records. */
async function checkSameRecords(targets: readonly Target[]): Promise<void> {
  const answers = await Promise.all(
    targets.map(async ({ urls }) => {
      const body = (await (await fetch(urls[0] as string)).json()) as { results: unknown[] } | unknown[];
      return Array.isArray(body) ? body : body.results;
    }),
  );
  for (const [at, { what, urls }] of targets.entries()) {
    const alike = targets.findIndex((other) => other.what === (what === QUERY ? FILE : what));
    if (answers[at]?.length !== 100) throw new Error(`${urls[0]} does not answer 100 records`);
    if (!isDeepStrictEqual(answers[at], answers[alike])) throw new Error(`${urls[0]} answers other records`);
  }
}

async function askInTurn(targets: readonly Target[], rounds: number, progress: BenchRun['progress']): Promise<void> {
  for (const { urls } of targets) await requestsASecond(urls, WARM_UP);
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, pid, what, urls, rates, efficiencies } of targets) {
      const [before, started] = [processorSecondsUntilNow(pid), performance.now()];
      const rate = await requestsASecond(urls, DURATION);
      const seconds = (performance.now() - started) / 1000;
      const after = processorSecondsUntilNow(pid);
      rates.push(rate);
      efficiencies.push(before === null || after === null ? rate : (rate * seconds) / (after - before));
      progress(`round ${round + 1}  ${server}, ${what}: ${Math.round(rate)} requests a second`);
    }
  }
}

function sectionOf(targets: readonly Target[], rows: number, rounds: number, absences: readonly string[]): Section {
  const base = targets.find(({ server }) => server === 'nginx');
  const slow = (window: string): Target | undefined =>
    targets.find(({ server, what }) => server === 'json-server' && what === window);
  const against = (target: Target, other: Target | undefined): string =>
    other === undefined || other === target ? NOTHING : formatSpread(ratioOf(target.rates, other.rates));
  const core = ISOLATES_CORES
    ? 'Each server on one processor core, what asks on another.'
    : 'Servers and what asks share the processor’s cores, since there is no taskset or only one core.';
  return {
    title: `Serving: pages of 100 records of ${formatRows(rows)}`,
    head: [
      '',
      'Requests a second',
      'Requests a processor second',
      '÷ nginx’s, for the file',
      '÷ json-server’s, for the same',
    ],
    rows: targets.map((target) => [
      `${target.server}: ${target.what}`,
      formatSpread(spreadOf(target.rates)),
      HAS_PROC ? formatSpread(spreadOf(target.efficiencies)) : NOTHING,
      against(target, base),
      against(target, slow(target.what)),
    ]),
    notes: [
      `Asked by ${LOADER}; median of ${rounds} rounds (least–most). ${core}`,
      'Compared are requests a second.',
      ...absences,
      ...(ASKS_IN_TURN ? [] : [`${WINDOWS}: not measured, there is no wrk.`]),
    ],
    figures: { rows, targets: targets.map(({ urls, ...target }) => ({ ...target, url: urls[0] })) },
  };
}
