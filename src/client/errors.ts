/** What is known about an error besides its detail. */
type ErrorDetails = Pick<AlmanacError, 'type'> & Partial<Pick<AlmanacError, 'status' | 'suggestion' | 'url' | 'cause'>>;

/** An error of the service or of the way to it. Its message is the problem's detail. */
export class AlmanacError extends Error {
  override name = 'AlmanacError';
  /** URL of the problem's type, if the service describes it (RFC 9457); otherwise a name of the client's own, such as `network-error`. */
  readonly type: string;
  /** HTTP status of the last response; null if no status is to blame. */
  readonly status: number | null;
  /** What is wrong, for people to read. */
  readonly detail: string;
  /** What the service or the client suggests instead; null if neither does. */
  readonly suggestion: string | null;
  /** URL of the request; null if the error is not about a single one. */
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

/** Another edition of the dataset was published while it was read, so that the records would be a mix of two. */
export class EditionChanged extends AlmanacError {
  override name = 'EditionChanged';

  /** @internal */
  constructor(config: string) {
    super(`Another edition of ${config} was published while it was read. Read it again.`, { type: 'edition-changed' });
  }
}

/** Statuses of failures that may pass. */
const TEMPORARY = [429, 500, 502, 503, 504];

/** True if asking again would not help: the service has refused the request, or does not have the file. */
export function isRefused(error: unknown): boolean {
  return error instanceof AlmanacError && error.status !== null && !TEMPORARY.includes(error.status);
}
