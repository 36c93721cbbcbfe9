import type { InvalidParameter } from './parameters.ts';

/** A problem by RFC 9457, without `type` and `instance`, which depend on where the service stands. */
export interface ProblemDetails {
  /** Names the kind of problem in the documentation. */
  kind: string;
  title: string;
  status: number;
  detail: string;
  extensions?: Record<string, unknown>;
  headers?: Record<string, string>;
}

/** What is suggested for an unknown name. */
export interface Suggestion {
  config: string;
  name: string;
  url: string;
}

/** Longest part of a request that is repeated in an answer. */
export const LONGEST_ECHO = 200;

/** Text of a request as an answer repeats it, shortened. */
function echo(text: string): string {
  return text.length > LONGEST_ECHO ? `${text.slice(0, LONGEST_ECHO)}…`.toWellFormed() : text.toWellFormed();
}

export function unknownDataset(given: string, suggestions: readonly Suggestion[]): ProblemDetails {
  const [best] = suggestions;
  return {
    kind: 'unknown-dataset',
    title: 'Unknown dataset',
    status: 404,
    detail: `There is no dataset "${echo(given)}".${best ? ` Did you mean "${best.config}"?` : ''}`,
    extensions: { suggestion: best?.config ?? null, suggestions },
  };
}

export function unknownPath(path: string, suggestions: readonly { name: string; url: string }[]): ProblemDetails {
  return {
    kind: 'unknown-path',
    title: 'Unknown path',
    status: 404,
    detail: `There is nothing at "/${echo(path)}".`,
    extensions: { suggestions },
  };
}

export function invalidParameter(
  { parameter, received, expected }: InvalidParameter,
  suggestion?: string | null,
): ProblemDetails {
  const wanted = typeof expected === 'string' ? expected : `one of ${expected.join(', ')}`;
  return {
    kind: 'invalid-parameter',
    title: 'Invalid parameter',
    status: 400,
    detail: `The parameter "${parameter}" must be ${wanted}.`,
    extensions: {
      parameter,
      received: received === null ? null : echo(received),
      expected,
      ...(suggestion === undefined ? {} : { suggestion }),
    },
  };
}

export function undecodablePath(): ProblemDetails {
  return {
    kind: 'undecodable-path',
    title: 'Undecodable path',
    status: 400,
    detail: 'The path holds a percent sign that begins no valid UTF-8 character.',
  };
}

export function methodNotAllowed(method: string, allow: string): ProblemDetails {
  return {
    kind: 'method-not-allowed',
    title: 'Method not allowed',
    status: 405,
    detail: `The service is read-only: ${echo(method)} is none of ${allow}.`,
    headers: { Allow: allow },
  };
}

export function unforeseen(): ProblemDetails {
  return {
    kind: 'internal-error',
    title: 'Internal error',
    status: 500,
    detail: 'The request could not be answered because of an error in the service.',
    headers: { 'Cache-Control': 'no-store' },
  };
}
