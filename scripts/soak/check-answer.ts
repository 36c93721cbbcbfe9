import { createHash } from 'node:crypto';
import { EDITIONS, MARK } from './editions.ts';

/** A response with its body decompressed. */
export interface Answer {
  status: number;
  etag: string | null;
  contentType: string;
  text: string;
}

/** A request and the expected window of its answer. */
export interface Question {
  path: string;
  /** The range of a dataset's records that `path` requests; absent if it requests something else. */
  window?: { config: string; limit: number; offset: number };
}

interface RecordsPage {
  metadata: { resultset: { count: number; limit: number; offset: number } };
  results: { n: number }[];
}

/** Returns a function that finds faults in an answer, also by comparing it with earlier answers that have the same entity tag. */
export function answerCheck(): (question: Question, answer: Answer) => string[] {
  /** Digests of contents by path and entity tag. */
  const digests = new Map<string, string>();
  return (question, { status, etag, contentType, text }) => {
    const faults: string[] = [];
    if (status >= 500) faults.push(`status ${status}`);
    const marks = new Set(text.match(MARK));
    if (marks.size > 1) faults.push(`a mixture of ${[...marks].join(' and ')}`);
    if (status !== 200) return faults;
    if (contentType.startsWith('application/json')) faults.push(...faultsOfJson(question, text, [...marks][0]));
    if (etag !== null) {
      const key = `${question.path} ${etag}`;
      const digest = createHash('sha256').update(text).digest('base64');
      if ((digests.get(key) ?? digest) !== digest) faults.push(`different content with the entity tag ${etag}`);
      digests.set(key, digest);
    }
    return faults;
  };
}

/** Finds the faults of a JSON document. `mark` is the mark of its edition; undefined if it contains none. */
function faultsOfJson({ window }: Question, text: string, mark: string | undefined): string[] {
  let body: RecordsPage;
  try {
    body = JSON.parse(text);
  } catch (error) {
    return [`invalid JSON: ${(error as Error).message}`];
  }
  if (!window) return [];
  const edition = EDITIONS.find((it) => mark === undefined || it.mark === mark);
  const count = edition?.rows[window.config] ?? 0;
  const { resultset } = body.metadata;
  const { limit, offset } = window;
  const rows = Array.from({ length: Math.max(0, Math.min(limit, count - offset)) }, (_, at) => offset + at);
  const isRight =
    resultset.count === count &&
    resultset.limit === limit &&
    resultset.offset === offset &&
    body.results.map(({ n }) => n).join() === rows.join();
  return isRight ? [] : [`wrong records or counts for this window of ${mark ?? window.config}`];
}
