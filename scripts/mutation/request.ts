import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

/** What is asked for on the command line. */
export interface MutationRequest {
  seed: number;
  /** How many mutants are tried. */
  sample: number;
  /** A pattern for paths of sources; null for all. */
  only: string | null;
  jobs: number;
  withoutSystem: boolean;
  list: boolean;
}

const DEFAULT_SEED = '20261121';
const DEFAULT_SAMPLE = '200';

export const HELP = `Usage: npm run mutation -- [--seed NUMBER] [--sample NUMBER] [--only GLOB] [--jobs NUMBER] [--quick] [--list]

Makes small changes (mutants) in copies of the project, one at a time, and prints which of them no test notices.

  --seed    which sample is drawn (default ${DEFAULT_SEED}); the same seed and sources draw the same mutants
  --sample  how many mutants are tried (default ${DEFAULT_SAMPLE})
  --only    sources to change, such as "src/serve/**" (default all of src/)
  --jobs    how many are tried at once (default one for each core)
  --quick   without the tests of processes, which take minutes for each mutant that other tests do not notice
  --list    prints the sample, and tries nothing
`;

/** Reads the arguments; `mistake` says what is wrong with them. */
export function mutationRequest(args: readonly string[]): MutationRequest | { mistake: string } | 'help' {
  const options = {
    seed: { type: 'string', default: DEFAULT_SEED },
    sample: { type: 'string', default: DEFAULT_SAMPLE },
    only: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    quick: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  try {
    const { seed, sample, only, jobs, quick, list, help } = parseArgs({ args: [...args], options }).values;
    if (help) return 'help';
    if (!/^[0-9]{1,9}$/.test(seed)) return { mistake: `--seed ${seed}: must be a number of at most nine digits` };
    if (!/^[1-9][0-9]{0,4}$/.test(sample)) return { mistake: `--sample ${sample}: must be a number from 1 to 99999` };
    if (!/^[1-9][0-9]?$/.test(jobs)) return { mistake: `--jobs ${jobs}: must be a number from 1 to 99` };
    const numbers = { seed: Number(seed), sample: Number(sample), jobs: Number(jobs) };
    return { ...numbers, only: only ?? null, withoutSystem: quick, list };
  } catch (error) {
    return { mistake: (error as Error).message };
  }
}
