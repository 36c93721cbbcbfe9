type ErrorDetails = Pick<AlmanacError, 'type'> & Partial<Pick<AlmanacError, 'status' | 'suggestion' | 'url' | 'cause'>>;

/** An error that the service reports or that the client detects. Its message is the same as `detail`. */
export class AlmanacError extends Error {
  override name = 'AlmanacError';
  /** URL of the problem type, if the service provides one (RFC 9457); otherwise a name that the client defines, such as `network-error`. */
  readonly type: string;
  /** HTTP status of an unsuccessful response; null for any other error. */
  readonly status: number | null;
  /** Human-readable explanation of the error. */
  readonly detail: string;
  /** What the service or the client suggests using instead, such as a similar config name; null if neither suggests anything. */
  readonly suggestion: string | null;
  /** URL of the request, or the one given to `open`; null if the error does not concern a single URL. */
  readonly url: string | null;

  /** @internal */
  constructor(detail: string, { type, status = null, suggestion = null, url = null, cause }: ErrorDetails) {
    super(detail, { cause });
    this.type = type;
    this.status = status;
    this.detail = detail;
    this.suggestion = suggestion;
    this.url = url;
  }
}

/** Thrown if another edition of a dataset is published while it is being read: continuing would mix records of both editions. */
export class EditionChanged extends AlmanacError {
  override name = 'EditionChanged';

  /** @internal */
  constructor(config: string, url: string | null = null, what = '') {
    const found = url === null ? '' : `: ${url}: ${what}`;
    const change = `A different edition of ${config} was published while it was being read${found}.`;
    super(`${change} Read the dataset again from the start.`, { type: 'edition-changed', url });
  }
}

/** HTTP statuses of temporary failures. */
const TEMPORARY = [429, 500, 502, 503, 504];

/** True if retrying would not help: the service rejected the request, or does not have the file. */
export function isRefused(error: unknown): boolean {
  return error instanceof AlmanacError && error.status !== null && !TEMPORARY.includes(error.status);
}
