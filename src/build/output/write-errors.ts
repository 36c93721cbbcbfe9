import { ProblemError, problem } from '../../problems/problem.ts';

const ROOM = 'Make room there, and build again.';
const RIGHTS = 'Let the user who builds write there; or, if it is the output, name another with --out DIR.';
const OTHERWISE = 'Mend that, and build again; or, if it is the output, name another with --out DIR.';

/** What to do about an error of the system: by its code, and for every other. */
export interface Advice {
  byCode: ReadonlyMap<string, string>;
  otherwise: string;
}

const BY_CODE: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', ROOM],
  ['EDQUOT', ROOM],
  ['EFBIG', 'Raise the limit on the size of files (ulimit -f), and build again.'],
  ['EROFS', RIGHTS],
  ['EACCES', RIGHTS],
  ['EPERM', RIGHTS],
  ['EBUSY', 'A folder that is mounted, or in use, cannot be replaced: name one inside of it with --out DIR.'],
]);

const BUILDING: Advice = { byCode: BY_CODE, otherwise: OTHERWISE };

/** Codes of what befalls nobody who only reads. */
const OF_WRITING: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);

/** Runs a step that writes at a path; what the system has against it is thrown as a `ProblemError`. */
export function explainingWriteErrors<T>(path: string, step: () => T, advice = BUILDING): T {
  try {
    return step();
  } catch (error) {
    throw writeFailure(path, error, advice) ?? error;
  }
}

/** What to report of an error that may have come from something else than writing: null unless it can only be of that. */
export function certainWriteFailure(path: string, error: unknown): ProblemError | null {
  return OF_WRITING.has(systemErrorIn(error)?.code ?? '') ? writeFailure(path, error, BUILDING) : null;
}

/** What to report of an error thrown while something was written; null for what is no error of the system. */
function writeFailure(path: string, error: unknown, { byCode, otherwise }: Advice): ProblemError | null {
  const cause = systemErrorIn(error);
  // That a file to be written is there already is a mistake of the program; that one is in the way of a folder is none.
  if (cause === null || (cause.code === 'EEXIST' && cause.isOpening)) return null;
  const message = `cannot write ${cause.path ?? path}: ${cause.reason}`;
  return new ProblemError(problem('output-unwritable', { file: null }, message, byCode.get(cause.code) ?? otherwise));
}

interface SystemError {
  code: string;
  /** In words, such as `no space left on device`. */
  reason: string;
  /** Null where the error does not tell which one file it was. */
  path: string | null;
  isOpening: boolean;
}

/** The error of the system in an error, in what caused it, or in those that it is made of. */
function systemErrorIn(error: unknown): SystemError | null {
  if (!(error instanceof Error)) return null;
  const { errno, path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string };
  // Programs in Rust, such as the bundler, have it in their message only.
  const number = errno ?? -Number(/\(os error ([0-9]+)\)/.exec(error.message)?.[1]);
  // Loaded here, since it takes longer than what most builds do again.
  const known = process.getBuiltinModule('node:util').getSystemErrorMap().get(number);
  if (known) {
    const [code, reason] = known;
    return {
      code,
      reason,
      path: dest === undefined && path !== undefined ? path : null,
      isOpening: syscall === 'open',
    };
  }
  const { errors } = error as AggregateError;
  for (const inner of [error.cause, ...(Array.isArray(errors) ? errors : [])]) {
    const found = systemErrorIn(inner);
    if (found) return found;
  }
  return null;
}
