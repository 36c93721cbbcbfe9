import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { PROJECT } from '../../../src/pipeline/output/project-folder.ts';
import { bundleModule } from '../../package/bundle-module.ts';
import { openBrowser } from '../../screenshots/open-browser.ts';
import { buildCommand } from '../builds/builders.ts';
import { configOf, generateDataset } from '../data/generate.ts';
import { measure, memoryOf } from '../measure.ts';
import { installPeers, peerFile } from '../peers.ts';
import {
  type BenchRun,
  type Column,
  formatMedian,
  formatNumber,
  formatRatio,
  formatSpread,
  measureSection,
  type Section,
} from '../report.ts';
import { type Answered, type Asked, type Opens, QUESTIONS, type Turn } from './asked.ts';
import { gzipped, type RangeHost, type Speed, startRangeHost } from './range-host.ts';

const SLOW: Speed = { megabitsPerSecond: 20, latency: 40 };
const MODULES = join(PROJECT, 'scripts/bench/questions');
const DUCKDB = ['duckdb-eh.wasm', 'duckdb-browser-eh.worker.js'];
/** Largest relative difference between two means that count as equal, since programs add up doubles in different orders. */
const TOLERANCE = 1e-11;

/** A program that answers questions in a browser. */
interface Program {
  name: string;
  /** Path on the host of a module that exports `open`. */
  module: string;
  /** Whether the module runs in a worker, or else on the page. */
  isInWorker: boolean;
}

const PROGRAMS: readonly Program[] = [
  { name: 'Almanac, in a worker', module: '/ask-almanac.js', isInWorker: true },
  { name: 'Almanac, on the page', module: '/ask-almanac.js', isInWorker: false },
  { name: 'hyparquet', module: '/ask-hyparquet.js', isInWorker: false },
  { name: 'DuckDB-WASM', module: '/duckdb-wasm.js', isInWorker: false },
];

/** What it takes to answer a question the first time, again, and another one about the same columns. */
interface Costs {
  milliseconds: Record<Turn, number>;
  /** Of the first answer, code included. */
  requests: number;
  megabytes: number;
  /** Peak memory of the page's process after all three answers, in MB. */
  peak: number;
}

interface Answer {
  milliseconds: number;
  answered: Answered;
}

/** Compares how fast Almanac, hyparquet and DuckDB-WASM answer questions about a Parquet file in a browser. */
export async function compareQuestions(run: BenchRun): Promise<Section> {
  const { work, progress } = run;
  installPeers(progress);
  const { rawData, described } = generateDataset(run);
  const out = join(work, 'out');
  await measure(buildCommand(rawData, out, '--formats', 'parquet'));
  const { files, codeOf } = await bundlePrograms();
  const host = await startRangeHost(join(out, 'client'), files);
  const slow = new Map<string, number>();
  try {
    const contenders = QUESTIONS.flatMap(({ name: question, first, other }) => {
      const known = new Map<Asked, Answered>();
      const check = (asked: Asked, { answered }: Answer): void => {
        const before = known.get(asked);
        known.set(asked, answered);
        if (before) requireSame(answered, before, question);
      };
      return PROGRAMS.map((program) => ({
        name: `${question}: ${program.name}`,
        program,
        question,
        async run(): Promise<Costs> {
          const name = `${question}: ${program.name}`;
          if (!slow.has(name)) {
            host.setSpeed(SLOW);
            const { answers } = await askAll(host, program, [first]);
            host.setSpeed(null);
            check(first, answers[0] as Answer);
            slow.set(name, (answers[0] as Answer).milliseconds);
          }
          const { answers, ...others } = await askAll(host, program, [first, first, other]);
          const [one, two, three] = answers as [Answer, Answer, Answer];
          check(first, one);
          check(first, two);
          check(other, three);
          const milliseconds = { first: one.milliseconds, again: two.milliseconds, other: three.milliseconds };
          return { milliseconds, ...others };
        },
      }));
    });
    return await measureSection(run, contenders, (measured) => {
      type Row = (typeof measured)[number];
      const times = (turn: Turn, { rounds }: Row): number[] => rounds.map(({ milliseconds }) => milliseconds[turn]);
      const spread =
        (turn: Turn): Column<Row>[1] =>
        (row) =>
          formatSpread(times(turn, row));
      const ratio: Column<Row>[1] = (row) => {
        const ours = measured.find(({ question }) => question === row.question) as Row;
        return formatRatio(times('first', row), times('first', ours));
      };
      const figure = (name: 'requests' | 'megabytes' | 'peak'): Column<Row>[1] => {
        return ({ rounds }) => formatMedian(rounds.map((round) => round[name]));
      };
      return {
        title: `Questions in Chromium, ${described}`,
        columns: [
          ['First, ms', spread('first')],
          ['÷ Almanac', ratio],
          ['Again, ms', spread('again')],
          ['Another, ms', spread('other')],
          ['First at 20 Mbit/s, ms', ({ name }) => formatNumber(slow.get(name) as number)],
          ['Read, MB', figure('megabytes')],
          ['Requests', figure('requests')],
          ['Code, KB', ({ program }) => formatNumber(codeOf(program) / 1e3)],
          ['Peak memory, MB', figure('peak')],
        ],
        notes: [
          'First: in a new browser, from loading the code to the answer. Read and requests are those of the first answer, code included.',
          'At 20 Mbit/s and 40 ms before each response, once. Code is compressed with gzip -9. The memory is that of the page’s process after three answers.',
          'A server that sends files and ranges of them runs on the same machine. All answers were the same.',
        ],
      };
    });
  } finally {
    await host.stop();
  }
}

/** Bundles the code of all programs. Returns what the host sends besides the output, by path, and the compressed size of a program. */
async function bundlePrograms(): Promise<{ files: Map<string, Buffer>; codeOf: (program: Program) => number }> {
  const bundle = async (source: string): Promise<Buffer> =>
    Buffer.from(await bundleModule(source, { minify: true, platform: 'browser' }));
  const duckDb = DUCKDB.map((name): [string, Buffer] => [
    `/duckdb/${name}`,
    readFileSync(peerFile(`node_modules/@duckdb/duckdb-wasm/dist/${name}`)),
  ]);
  const files = new Map<string, Buffer>([
    ['/page.html', Buffer.from('<!doctype html><title>Questions</title>')],
    ['/worker.js', Buffer.from(`(${answerInWorker})();`)],
    ['/ask-almanac.js', await bundle(join(MODULES, 'ask-almanac.ts'))],
    ['/ask-hyparquet.js', await bundle(join(MODULES, 'ask-hyparquet.ts'))],
    ['/duckdb-wasm.js', await bundle(peerFile('duckdb-wasm.js'))],
    ...duckDb,
  ]);
  const codeOf = ({ module }: Program): number => {
    const paths = [module, ...(module === '/duckdb-wasm.js' ? duckDb.map(([path]) => path) : [])];
    return paths.reduce((sum, path) => sum + gzipped(files.get(path) as Buffer).length, 0);
  };
  return { files, codeOf };
}

/** Asks a program these questions in a new browser, so that nothing is in a cache. */
async function askAll(
  host: RangeHost,
  program: Program,
  questions: readonly Asked[],
): Promise<Omit<Costs, 'milliseconds'> & { answers: Answer[] }> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await page.goto(`${host.url}/page.html`);
    const before = { ...host.sent };
    const answers: Answer[] = [];
    let [requests, bytes] = [0, 0];
    for (const asked of questions) {
      answers.push(await ask(page, program, asked));
      if (answers.length > 1) continue;
      requests = host.sent.requests - before.requests;
      bytes = host.sent.bytes - before.bytes;
    }
    return { answers, requests, megabytes: bytes / 1e6, peak: await peakOf(browser) };
  } finally {
    await browser.close();
  }
}

/** Asks a question. The first one loads the program and opens the file. */
function ask(page: Page, { module, isInWorker }: Program, asked: Asked): Promise<Answer> {
  const given = { module, isInWorker, asked, config: configOf(0) };
  return page.evaluate(async ({ module, isInWorker, asked, config }): Promise<Answer> => {
    const kept = globalThis as typeof globalThis & { asking?: Promise<(asked: Asked) => Promise<Answered>> };
    const started = performance.now();
    const { origin } = location;
    const openHere = async () => ((await import(origin + module)) as { open: Opens }).open(origin, config);
    const openInWorker = async () => {
      const worker = new Worker(`${origin}/worker.js`, { type: 'module' });
      const send = (message: unknown): Promise<Answered> =>
        new Promise((resolve, reject) => {
          worker.onmessage = ({ data }) => (typeof data === 'string' ? reject(new Error(data)) : resolve(data));
          worker.postMessage(message);
        });
      return (asked: Asked) => send({ module: origin + module, base: origin, config, asked });
    };
    kept.asking ??= isInWorker ? openInWorker() : openHere();
    const answered = await (await kept.asking)(asked);
    return { milliseconds: performance.now() - started, answered };
  }, given);
}

/** The code of the worker: opens the file at the first message, and answers each with an answer, or a string if that fails. */
function answerInWorker(): void {
  let asking: ReturnType<Opens> | undefined;
  globalThis.onmessage = async ({ data: { module, base, config, asked } }) => {
    try {
      asking ??= import(module).then(({ open }: { open: Opens }) => open(base, config));
      globalThis.postMessage(await (await asking)(asked));
    } catch (error) {
      globalThis.postMessage(String(error));
    }
  };
}

/** Peak memory of the largest renderer process of a browser so far, in MB. */
async function peakOf(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer');
  return Math.max(...renderers.map(({ id }) => memoryOf(id, 'VmHWM')));
}

/** Throws unless two answers have the same rows, in any order, with numbers that differ by rounding only. */
function requireSame(a: Answered, b: Answered, question: string): void {
  const [x, y] = [sorted(a), sorted(b)];
  const isSame =
    a.matched === b.matched &&
    x.length === y.length &&
    x.every((row, at) => row.every((cell, column) => isEqual(cell, y[at]?.[column])));
  if (!isSame)
    throw new Error(`the answers differ: ${question}: ${JSON.stringify([x[0], y[0], a.matched, b.matched])}`);
}

type Cell = Answered['rows'][number][number];

function isEqual(a: Cell, b: Cell | undefined): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  return Math.abs(a - b) <= TOLERANCE * Math.max(Math.abs(a), Math.abs(b));
}

function sorted({ rows }: Answered): Answered['rows'] {
  return rows
    .map((row) => [row, JSON.stringify(row)] as const)
    .sort(([, a], [, b]) => (a < b ? -1 : 1))
    .map(([row]) => row);
}
