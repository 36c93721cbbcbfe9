import { ProblemError, problem } from '../../problems/problem.ts';

const NO_SPACE = 'Free up some space there and build again.';
const NO_PERMISSION =
  'Give the user who runs the build permission to write there. If this is the output folder, you can choose another with --out DIR.';

/** Advice for system errors, by error code and for all other codes. */
export interface WriteAdvice {
  readonly otherwise: string;
  readonly [code: string]: string;
}

const ADVICE: WriteAdvice = {
  ENOSPC: NO_SPACE,
  EDQUOT: NO_SPACE,
  EFBIG: 'Raise the file size limit (ulimit -f) and build again.',
  EROFS: NO_PERMISSION,
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EBUSY: 'A folder that is a mount point or in use cannot be replaced: choose a folder inside it with --out DIR.',
  otherwise: 'Fix the cause and build again. If the path is the output folder, you can choose another with --out DIR.',
};

/** Advice added on Windows, where EACCES, EPERM and EBUSY may also mean that another program has a file or folder open. */
const IN_USE =
  'Close all programs that have files or folders open there, such as a server, an editor or Excel, and build again. If that does not ' +
  'help, the cause may be missing permissions. ';

/** Advice for system errors during a build on the given platform. */
export function adviceOn(platform: string): WriteAdvice {
  const inUse = `${IN_USE}${NO_PERMISSION}`;
  return platform === 'win32' ? { ...ADVICE, EACCES: inUse, EPERM: inUse, EBUSY: inUse } : ADVICE;
}

const BUILDING: WriteAdvice = adviceOn(process.platform);

/** Codes of errors that reading a file cannot cause. */
const WRITE_ONLY: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);

/** Runs a step that writes to a path. Throws a `ProblemError` with advice in place of the system errors that `writeFailure` covers. */
export function explainingWriteErrors<T>(path: string, step: () => T, advice = BUILDING): T {
  try {
    return step();
  } catch (error) {
    throw writeFailure(path, error, advice) ?? error;
  }
}

/** Returns a `ProblemError` for an error that only writing can cause; null for any other error. */
export function certainWriteFailure(path: string, error: unknown, advice = BUILDING): ProblemError | null {
  return WRITE_ONLY.has(systemErrorIn(error)?.code ?? '') ? writeFailure(path, error, advice) : null;
}

/** Returns a `ProblemError` for a system error while writing. Null for any other error, and if the file to be created already exists. */
function writeFailure(path: string, error: unknown, advice: WriteAdvice): ProblemError | null {
  const cause = systemErrorIn(error);
  // Creating a file that already exists is a bug in Almanac, but finding a file in the place of a folder is not.
  if (cause === null || (cause.code === 'EEXIST' && cause.isOpening)) return null;
  const message = `cannot write ${cause.path ?? path}: ${cause.reason}`;
  return new ProblemError(
    problem('output-unwritable', { file: null }, message, advice[cause.code] ?? advice.otherwise),
  );
}

interface SystemError {
  code: string;
  /** Description of the error, such as `no space left on device`. */
  reason: string;
  /** Null if the error names no file, or two. */
  path: string | null;
  isOpening: boolean;
}

/** Finds the system error in an error, in its cause, or in the errors that it aggregates. */
function systemErrorIn(error: unknown): SystemError | null {
  if (!(error instanceof Error)) return null;
  const { errno, path, dest, syscall } = error as NodeJS.ErrnoException & { dest?: string };
  // Errors from Rust programs, such as the bundler, contain the error number only in their message.
  const number = errno ?? -Number(/\(os error ([0-9]+)\)/.exec(error.message)?.[1]);
  // Node's map of system errors lacks the disk-quota error.
  const isQuota = number === -process.getBuiltinModule('node:os').constants.errno.EDQUOT;
  const quota = isQuota ? (['EDQUOT', 'disk quota exceeded'] as const) : undefined;
  // `node:util` is slow to load, so it is loaded only when an error occurs.
  const known = process.getBuiltinModule('node:util').getSystemErrorMap().get(number) ?? quota;
  // Node has no number for some errors, and names them in the message only.
  if (known && known[0] !== 'UNKNOWN') {
    const [code, reason] = known;
    return { code, reason, path: (dest === undefined && path) || null, isOpening: syscall === 'open' };
  }
  const { errors } = error as AggregateError;
  const inner = [error.cause, ...(Array.isArray(errors) ? errors : [])];
  return inner.reduce((found, it) => found ?? systemErrorIn(it), null);
}
