import { parseArgs } from 'node:util';
import { type BenchRun, SIZES, type Size } from './bench-run.ts';
import { PARTS, type Part } from './parts.ts';

/** The benchmarks requested on the command line. */
export interface BenchRequest extends Pick<BenchRun, 'size' | 'rounds'> {
  parts: readonly Part[];
  json: boolean;
}

const PART_NAMES = Object.keys(PARTS) as Part[];

export const HELP = `Usage: {almanac bench --} [--size S|M|L|XL] [--only LIST] [--rounds NUMBER] [--json]

Measures Almanac beside other programs that do the same work, on generated data, and prints tables in Markdown.

  --size    rows: S 10,000, M 100,000 (the default), L 1,000,000, XL 5,000,000
  --only    parts to run, separated by commas: ${PART_NAMES.join(',')} (default all)
  --rounds  how many times each program is measured, in turn with the others (default 5)
  --json    print one JSON document with every measurement
`;

/** Reads the arguments; `mistake` says what is wrong with them. */
export function benchRequest(args: readonly string[]): BenchRequest | { mistake: string } | 'help' {
  const options = {
    size: { type: 'string', default: 'M' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  try {
    const { size, only, rounds, json, help } = parseArgs({ args: [...args], options }).values;
    if (help) return 'help';
    if (!isSize(size)) return { mistake: `--size ${size}: must be one of ${Object.keys(SIZES).join(', ')}` };
    if (!/^[1-9][0-9]{0,2}$/.test(rounds)) return { mistake: `--rounds ${rounds}: must be a number from 1 to 999` };
    const parts = only?.split(',') ?? PART_NAMES;
    const unknown = parts.find((part) => !isPart(part));
    if (unknown !== undefined) return { mistake: `--only ${unknown}: must be some of ${PART_NAMES.join(', ')}` };
    return { size, rounds: Number(rounds), parts: PART_NAMES.filter((part) => parts.includes(part)), json };
  } catch (error) {
    return { mistake: (error as Error).message };
  }
}

function isSize(text: string): text is Size {
  return Object.hasOwn(SIZES, text);
}

function isPart(text: string): text is Part {
  return Object.hasOwn(PARTS, text);
}
