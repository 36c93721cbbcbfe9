import type { Requests } from './send-requests.ts';
import type { MemoryReport } from './watch-memory.ts';

/** What a soak measured. */
export interface SoakFigures {
  seconds: number;
  requests: Requests;
  builds: number;
  memory: MemoryReport;
  /** Open files and connections of the server while it has no request; NaN if the system does not report them. */
  descriptors: { before: number; after: number };
}

/** Maximum growth, in MB a minute: a leak of a few hundred bytes for each request grows faster. */
const MAX_GROWTH = 10;
/** Minimum seconds to judge the memory: in a shorter time it is still warming up. */
const SHORTEST_FOR_MEMORY = 60;
/** Maximum files that a server may open and keep. */
const MORE_DESCRIPTORS = 2;

/** Lists the figures, and whether each is within its bounds. */
export function soakReport({ seconds, requests, builds, memory, descriptors }: SoakFigures): {
  text: string;
  holds: boolean;
} {
  const { before, after } = descriptors;
  const isLong = seconds >= SHORTEST_FOR_MEMORY;
  const growth = `${memory.growth.toFixed(1)} MB a minute${isLong ? '' : ' (too short to judge)'}`;
  // NaN, if the system does not report a figure, exceeds no bound.
  const rows: [name: string, value: string, holds: boolean][] = [
    ['requests', requests.count.toLocaleString('en'), requests.count > 0],
    ['builds', String(builds), builds > 0],
    ['statuses of 500 or more', String(requests.serverErrors), requests.serverErrors === 0],
    ['mixtures of editions', String(requests.mixtures), requests.mixtures === 0],
    ['requests without a whole answer', String(requests.unanswered), requests.unanswered === 0],
    ['slowest answer', `${requests.slowest.toFixed(0)} ms`, true],
    ['largest memory', `${memory.peak.toFixed(0)} MB`, true],
    ['growth of memory in the second half', growth, !isLong || !(memory.growth >= MAX_GROWTH)],
    ['open descriptors before and after', `${before}, ${after}`, !(after > before + MORE_DESCRIPTORS)],
  ];
  const lines = rows.map(([name, value, holds]) => `| ${name} | ${value} | ${holds ? 'holds' : 'DOES NOT HOLD'} |`);
  const examples = requests.examples.map((example) => `- ${example}`);
  return {
    text: `${[`| ${seconds} seconds | | |`, '| --- | --: | --- |', ...lines, '', ...examples].join('\n')}\n`,
    holds: rows.every(([, , holds]) => holds),
  };
}
