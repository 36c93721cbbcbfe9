import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type BenchRun, formatRows, SIZES } from './bench-run.ts';
import { siteCommand } from './builders.ts';
import { COLUMNS, configOf, generateRawData } from './generate.ts';
import { LOADER, requestsASecond } from './load.ts';
import { measure } from './measure.ts';
import { formatSpread, ratioOf, spreadOf } from './ratios.ts';
import { NOTHING, type Section } from './report.ts';
import { ISOLATES_CORES, type RunningServer, startAlmanac, startJsonServer, startNginx } from './servers.ts';

/** Seconds that a server is asked without being measured, and with, in each round. */
const WARM_UP = 2;
const DURATION = 3;
/** json-server keeps all rows in memory. */
const MOST_ROWS = SIZES.L;

/** Something to ask a server for, and the requests it answered a second, in each round. */
interface Target {
  server: 'Almanac' | 'nginx' | 'json-server';
  what: string;
  url: string;
  rates: number[];
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

/** A page in the middle, as a file and as a query, and a window that no page file begins with. */
function targetsOf(rows: number, { almanac, nginx, jsonServer }: Servers): Target[] {
  const aligned = Math.floor(rows / 200) * 100;
  const path = `/v1/datasets/${configOf(0)}`;
  const file = `${path}/limit/100/offset/${aligned}.json`;
  const target = (server: Target['server'], { url }: RunningServer, what: string, rest: string): Target => {
    return { server, what, url: url + rest, rates: [] };
  };
  return [
    ...(nginx ? [target('nginx', nginx, FILE, file)] : []),
    target('Almanac', almanac, FILE, file),
    target('Almanac', almanac, QUERY, `${path}?limit=100&offset=${aligned}`),
    target('Almanac', almanac, WINDOW, `${path}?limit=100&offset=${aligned + 50}`),
    ...(jsonServer ? [target('json-server', jsonServer, WINDOW, `/records?_start=${aligned + 50}&_limit=100`)] : []),
  ];
}

const FILE = 'a page’s file';
const QUERY = 'the same page as a query';
const WINDOW = 'a window across two pages';

/** Throws unless those that are asked for the same answer the same records. */
async function checkSameRecords(targets: readonly Target[]): Promise<void> {
  const answers = await Promise.all(
    targets.map(async ({ url }) => {
      const body = (await (await fetch(url)).json()) as { results: unknown[] } | unknown[];
      return Array.isArray(body) ? body : body.results;
    }),
  );
  for (const [at, { what, url }] of targets.entries()) {
    const alike = targets.findIndex((other) => (other.what === WINDOW) === (what === WINDOW));
    if (answers[at]?.length !== 100) throw new Error(`${url} does not answer 100 records`);
    if (!isDeepStrictEqual(answers[at], answers[alike])) throw new Error(`${url} answers other records`);
  }
}

async function askInTurn(targets: readonly Target[], rounds: number, progress: BenchRun['progress']): Promise<void> {
  for (const { url } of targets) await requestsASecond(url, WARM_UP);
  for (let round = 0; round < rounds; round += 1) {
    for (const { server, what, url, rates } of targets) {
      const rate = await requestsASecond(url, DURATION);
      rates.push(rate);
      progress(`round ${round + 1}  ${server}, ${what}: ${Math.round(rate)} requests a second`);
    }
  }
}

function sectionOf(targets: readonly Target[], rows: number, rounds: number, absences: readonly string[]): Section {
  const base = targets.find(({ server }) => server === 'nginx');
  const slow = targets.find(({ server }) => server === 'json-server');
  const against = (rates: number[], other: Target | undefined): string =>
    other === undefined || other.rates === rates ? NOTHING : formatSpread(ratioOf(rates, other.rates));
  const core = ISOLATES_CORES
    ? 'Each server on one processor core, what asks on another.'
    : 'Servers and what asks share the processor’s cores, since there is no taskset or only one core.';
  return {
    title: `Serving: pages of 100 records of ${formatRows(rows)}`,
    head: ['', 'Requests a second', '÷ nginx’s, for the file', '÷ json-server’s, for the window'],
    rows: targets.map(({ server, what, rates }) => [
      `${server}: ${what}`,
      formatSpread(spreadOf(rates)),
      against(rates, base),
      what === WINDOW ? against(rates, slow) : NOTHING,
    ]),
    notes: [`Asked by ${LOADER}; median of ${rounds} rounds (least–most). ${core}`, ...absences],
    figures: { rows, targets },
  };
}
