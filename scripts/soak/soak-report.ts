import type { Requests } from './send-requests.ts';
import type { MemoryReport } from './watch-memory.ts';

/** The measurements of a soak test. */
export interface SoakFigures {
  seconds: number;
  requests: Requests;
  builds: number;
  memory: MemoryReport;
  /** Open files and connections of the idle server; NaN if the system does not report them. */
  descriptors: { before: number; after: number };
}

/** Growth of memory at which the test fails, in MB per minute. At 1,000 requests per second, a leak of 200 bytes per request exceeds it. */
const MAX_GROWTH = 10;
/** Minimum duration for judging memory, in seconds. In shorter runs, the server is still warming up. */
const SHORTEST_FOR_MEMORY = 60;
/** Maximum increase in the number of open descriptors. */
export const MORE_DESCRIPTORS = 2;

/** Formats the figures as a table, and checks that all are within their bounds. */
export function soakReport({ seconds, requests, builds, memory, descriptors }: SoakFigures): {
  text: string;
  holds: boolean;
} {
  const { before, after } = descriptors;
  const isLong = seconds >= SHORTEST_FOR_MEMORY;
  const growth = `${memory.growth.toFixed(1)} MB per minute${isLong ? '' : ' (run too short to judge)'}`;
  // A figure that the system does not report is NaN, which exceeds no bound.
  const rows: [name: string, value: string, holds: boolean][] = [
    ['requests', requests.count.toLocaleString('en'), requests.count > 0],
    ['builds', String(builds), builds > 0],
    ['responses with status 500 or higher', String(requests.serverErrors), requests.serverErrors === 0],
    ['responses that mix editions', String(requests.mixtures), requests.mixtures === 0],
    ['requests without a complete response', String(requests.unanswered), requests.unanswered === 0],
    ['slowest response', `${requests.slowest.toFixed(0)} ms`, true],
    ['peak memory', `${memory.peak.toFixed(0)} MB`, true],
    ['memory growth in the second half', growth, !isLong || !(memory.growth >= MAX_GROWTH)],
    ['open descriptors before and after', `${before}, ${after}`, !(after > before + MORE_DESCRIPTORS)],
  ];
  const lines = rows.map(([name, value, holds]) => `| ${name} | ${value} | ${holds ? 'ok' : 'FAILED'} |`);
  const examples = requests.examples.map((example) => `- ${example}`);
  return {
    text: `${[`| ${seconds} seconds | | |`, '| --- | --: | --- |', ...lines, '', ...examples].join('\n')}\n`,
    holds: rows.every(([, , holds]) => holds),
  };
}
