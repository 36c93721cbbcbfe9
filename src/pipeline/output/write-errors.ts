import { ProblemError, problem } from '../../problems/problem.ts';

const NO_SPACE = 'Free up some space there and try again.';
const NO_PERMISSION =
  'Give this user permission to write there. If this is the output folder, you can choose another with --out DIR.';
const IN_THE_WAY = 'Remove or rename the existing file: a folder is needed there.';
const OTHERWISE =
  'Fix the cause and try again. If the path is the output folder, you can choose another with --out DIR.';

/** Advice for system errors, by error code. */
const ADVICE: Readonly<Record<string, string>> = {
  ENOSPC: NO_SPACE,
  EDQUOT: NO_SPACE,
  EFBIG: 'Raise the file size limit (ulimit -f) and try again.',
  EROFS: NO_PERMISSION,
  EACCES: NO_PERMISSION,
  EPERM: NO_PERMISSION,
  EEXIST: IN_THE_WAY,
  ENOTDIR: IN_THE_WAY,
  EBUSY: 'A folder that is a mount point or in use cannot be replaced: choose a folder inside it with --out DIR.',
};

/** Advice added on Windows, where EACCES, EPERM and EBUSY may also mean that another program has a file or folder open. */
const IN_USE =
  'Close all programs that have files or folders open there, such as a server, an editor or Excel, and try again. If that does not ' +
  'help, the cause may be missing permissions. ';

/** Advice for system errors on the given platform. */
export function adviceOn(platform: string): typeof ADVICE {
  const inUse = `${IN_USE}${NO_PERMISSION}`;
  return platform === 'win32' ? { ...ADVICE, EACCES: inUse, EPERM: inUse, EBUSY: inUse } : ADVICE;
}

const ADVICE_HERE = adviceOn(process.platform);

/** Codes of errors that reading a file cannot cause. */
const WRITE_ONLY: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS']);

/** Runs a step that writes to a path. Throws a `ProblemError` with advice in place of the system errors that `writeFailure` covers. */
export function explainingWriteErrors<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (error) {
    throw writeFailure(path, error) ?? error;
  }
}

/** Returns a `ProblemError` for an error that only writing can cause; null for any other error. */
export function certainWriteFailure(path: string, error: unknown): ProblemError | null {
  return WRITE_ONLY.has(systemErrorIn(error)?.code ?? '') ? writeFailure(path, error) : null;
}

/** Returns a `ProblemError` for a system error while writing. Null for any other error, and if the file to be created already exists. */
function writeFailure(path: string, error: unknown): ProblemError | null {
  const cause = systemErrorIn(error);
  // Creating a file that already exists is a bug in Almanac, but finding a file in the place of a folder is not.
  if (cause === null || (cause.code === 'EEXIST' && cause.isOpening)) return null;
  const message = `cannot write ${cause.path ?? path}: ${cause.reason}`;
  return new ProblemError(problem('output-unwritable', { file: null }, message, ADVICE_HERE[cause.code] ?? OTHERWISE));
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
