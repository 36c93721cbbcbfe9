import { ProblemError, problem } from '../../problems/problem.ts';

const NO_SPACE = 'Free some space there, and build again.';
const NO_PERMISSION =
  'Give the user who builds permission to write there; or, if it is the output, name another with --out DIR.';
const OTHERWISE = 'Fix that, and build again; or, if it is the output, name another with --out DIR.';

/** What to do about an error of the system: by its code, and for all other codes. */
export interface WriteAdvice {
  byCode: ReadonlyMap<string, string>;
  otherwise: string;
}

const BY_CODE: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', NO_SPACE],
  ['EDQUOT', NO_SPACE],
  ['EFBIG', 'Raise the limit on the size of files (ulimit -f), and build again.'],
  ['EROFS', NO_PERMISSION],
  ['EACCES', NO_PERMISSION],
  ['EPERM', NO_PERMISSION],
  ['EBUSY', 'A folder that is mounted, or in use, cannot be replaced: name a folder inside it with --out DIR.'],
]);

/** Windows gives these errors for a file or folder that any program has open, too. */
const IN_USE =
  'Close the programs that have its files or folders open, such as a server, an editor or Excel, and build again. If that does not ' +
  'help: ';

/** What a person who builds on a platform can do about errors. */
export function adviceOn(platform: string): WriteAdvice {
  if (platform !== 'win32') return { byCode: BY_CODE, otherwise: OTHERWISE };
  const inUse = ['EACCES', 'EPERM', 'EBUSY'].map((code) => [code, `${IN_USE}${NO_PERMISSION}`] as const);
  return { byCode: new Map([...BY_CODE, ...inUse]), otherwise: OTHERWISE };
}

const BUILDING: WriteAdvice = adviceOn(process.platform);

/** Codes of errors that cannot come from reading. */
const WRITE_ONLY: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);

/** Runs a step that writes to a path. An error of the system is thrown as a `ProblemError` that says what to do. */
export function explainingWriteErrors<T>(path: string, step: () => T, advice = BUILDING): T {
  try {
    return step();
  } catch (error) {
    throw writeFailure(path, error, advice) ?? error;
  }
}

/** The problem of an error that can only come from writing; null for any other. */
export function certainWriteFailure(path: string, error: unknown): ProblemError | null {
  return WRITE_ONLY.has(systemErrorIn(error)?.code ?? '') ? writeFailure(path, error, BUILDING) : null;
}

/** The problem of an error that was thrown while something was written; null if it is not an error of the system. */
function writeFailure(path: string, error: unknown, { byCode, otherwise }: WriteAdvice): ProblemError | null {
  const cause = systemErrorIn(error);
  // A file that exists already is a bug of ours; a file where a folder must be is not.
  if (cause === null || (cause.code === 'EEXIST' && cause.isOpening)) return null;
  const message = `cannot write ${cause.path ?? path}: ${cause.reason}`;
  return new ProblemError(problem('output-unwritable', { file: null }, message, byCode.get(cause.code) ?? otherwise));
}

interface SystemError {
  code: string;
  /** In words, such as `no space left on device`. */
  reason: string;
  /** Null if the error does not name a single file. */
  path: string | null;
  isOpening: boolean;
}

/** Finds the system error in an error, in its cause, or in the errors that it aggregates. */
function systemErrorIn(error: unknown): SystemError | null {
  if (!(error instanceof Error)) return null;
  const { errno, path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string };
  // Programs in Rust, such as the bundler, give the code only in their message.
  const number = errno ?? -Number(/\(os error ([0-9]+)\)/.exec(error.message)?.[1]);
  // Loaded only here: that takes longer than what most builds have to do.
  const known = process.getBuiltinModule('node:util').getSystemErrorMap().get(number) ?? quotaError(number);
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

/** The error of a full quota, which Node has no name for; undefined for any other number. */
function quotaError(number: number): readonly [code: string, reason: string] | undefined {
  const { EDQUOT } = process.getBuiltinModule('node:os').constants.errno;
  return number === -EDQUOT ? ['EDQUOT', 'disk quota exceeded'] : undefined;
}
