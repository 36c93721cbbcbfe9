import { parseArgs } from 'node:util';
import { type BenchRun, SIZES, type Size } from './bench-run.ts';
import { PARTS, type Part } from './parts.ts';

/** What was asked for on the command line. */
export interface BenchRequest extends Pick<BenchRun, 'size' | 'rounds'> {
  parts: readonly Part[];
  json: boolean;
}

const PART_NAMES = Object.keys(PARTS) as Part[];
/** Parts of a size that takes long, when none are named. */
const PARTS_OF_XL: readonly Part[] = ['memory', 'growth'];

export const HELP = `Usage: npm run bench -- [--size S|M|L|XL] [--only LIST] [--rounds NUMBER] [--json]

Measures Almanac beside others that do the same work, on data made for it, and prints tables in Markdown.

  --size    rows: S 10,000, M 100,000 (the default), L 1,000,000, XL 5,000,000
  --only    some of ${PART_NAMES.join(',')}; when absent all, of XL ${PARTS_OF_XL.join(',')}
  --rounds  how often each thing is measured, in turn with the others (default 5)
  --json    print one JSON document, with every single measurement
`;

/** Reads the arguments; says what is wrong with them. */
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
    if (!isSize(size)) return { mistake: `--size ${size}: there are ${Object.keys(SIZES).join(', ')}` };
    if (!/^[1-9][0-9]{0,2}$/.test(rounds)) return { mistake: `--rounds ${rounds}: that is no number from 1 to 999` };
    const parts = only === undefined ? partsOf(size) : only.split(',');
    const unknown = parts.find((part) => !isPart(part));
    if (unknown !== undefined) return { mistake: `--only ${unknown}: there are ${PART_NAMES.join(', ')}` };
    return { size, rounds: Number(rounds), parts: PART_NAMES.filter((part) => parts.includes(part)), json };
  } catch (error) {
    return { mistake: (error as Error).message };
  }
}

function partsOf(size: Size): readonly Part[] {
  return size === 'XL' ? PARTS_OF_XL : PART_NAMES;
}

function isSize(text: string): text is Size {
  return Object.hasOwn(SIZES, text);
}

function isPart(text: string): text is Part {
  return Object.hasOwn(PARTS, text);
}
