import type { ProblemDocument, ProblemExtensions } from './documents.ts';
import { API_METHODS } from './headers.ts';
import { API_FOLDER, collectionFile, MAX_LIMIT, pageUrl } from './routes.ts';

/** A type of problem that the service can respond with, as described in the API reference. */
export interface ProblemType {
  title: string;
  /** HTTP status. */
  status: number;
  /** When the problem occurs. */
  when: string;
  /** What the client should do about it. */
  remedy: string;
  /** Members of the body in addition to those of every problem. */
  members: readonly { name: keyof ProblemExtensions; meaning: string }[];
  /** A request that causes the problem, with its path relative to the catalogue's base; null if no simple request causes it. */
  example: { method: string; path: string } | null;
}

/** Descriptions of the members that every problem has (RFC 9457, section 3.1). */
export const COMMON_MEMBERS: Readonly<Record<Exclude<keyof ProblemDocument, keyof ProblemExtensions>, string>> = {
  type: 'URL of the problem type’s section in the API reference',
  title: 'Title of the problem type, the same for every occurrence',
  status: 'HTTP status, as in the status line of the response',
  detail: 'Explanation of the problem in this case, for human readers',
  instance:
    'Path and query of the request, truncated if long; just / if the problem makes the server close the connection',
};

const NO_PAGE_FILES = { prefix: '', pageSizes: [] };

/** All problem types, in the order of the API reference. The keys, which are the URL fragments in `type`, never change. */
const TYPES = {
  'unknown-dataset': {
    title: 'Unknown dataset',
    status: 404,
    when: 'No dataset has the config name in the path.',
    remedy: 'Use one of the suggestions, or a config name from the list of datasets.',
    members: [
      { name: 'suggestion', meaning: 'Config name of the closest match, or null' },
      { name: 'suggestions', meaning: 'Up to three close matches, each with config, name and url' },
    ],
    example: { method: 'GET', path: collectionFile({ kind: 'records', config: 'no-such-dataset' }) },
  },
  'unknown-path': {
    title: 'Unknown path',
    status: 404,
    when: 'The path is not that of an endpoint, or it contains an unknown category, an invalid limit or an invalid offset.',
    remedy: 'Start from the index, which links to everything.',
    members: [{ name: 'suggestions', meaning: 'Endpoints to start from, each with name and url' }],
    example: { method: 'GET', path: `${API_FOLDER}/no-such-path` },
  },
  'invalid-parameter': {
    title: 'Invalid parameter',
    status: 400,
    when:
      `The limit is not a whole number from 1 to ${MAX_LIMIT}, the offset is not a whole number from 0 to 2⁵³ − 1, the category does ` +
      'not exist, or one of these parameters is empty or repeated. Write whole numbers in digits only: no sign, leading zero or exponent.',
    remedy: 'Send a value that matches “expected”. Unknown parameters are ignored.',
    members: [
      { name: 'parameter', meaning: 'Name of the parameter' },
      { name: 'received', meaning: 'Value of the parameter in the request' },
      { name: 'expected', meaning: 'Description of the allowed values, or the list of categories' },
      { name: 'suggestion', meaning: 'Only if the parameter is category: name of the closest match, or null' },
    ],
    example: {
      method: 'GET',
      path: pageUrl(NO_PAGE_FILES, { kind: 'datasets', category: null }, 0, { limit: 5 * MAX_LIMIT, offset: 0 }),
    },
  },
  'filter-not-supported': {
    title: 'Filter not supported',
    status: 400,
    when:
      'A request for records or a download has a parameter with the name of a column. The service does not filter: a static host ignores ' +
      'such a parameter and sends all records.',
    remedy:
      'Filter on the page of the dataset, whose address keeps the conditions, with almanac-query.js, or in the Parquet file.',
    members: [{ name: 'parameter', meaning: 'Name of the column' }],
  },
  'undecodable-path': {
    title: 'Undecodable path',
    status: 400,
    when: 'The path contains a percent sign that does not start a valid UTF-8 escape sequence.',
    remedy: 'Percent-encode the parts of the path as UTF-8. Config names need no encoding.',
    example: { method: 'GET', path: collectionFile({ kind: 'records', config: '%E0%A4' }) },
  },
  'method-not-allowed': {
    title: 'Method not allowed',
    status: 405,
    when: `The method is not one of ${API_METHODS}.`,
    remedy: 'Use GET: the service is read-only. The response lists the allowed methods in the Allow field.',
    example: { method: 'DELETE', path: collectionFile({ kind: 'datasets', category: null }) },
  },
  'bad-request': {
    title: 'Bad request',
    status: 400,
    when:
      'The request is not valid HTTP/1.1: it has a malformed line or field, a missing, repeated or invalid Host field, or a body of ' +
      'ambiguous length.',
    remedy: 'Use an ordinary HTTP client. The connection is closed.',
  },
  'request-timeout': {
    title: 'Request timeout',
    status: 408,
    when: 'The request did not arrive in time.',
    remedy: 'Send the request without delay. The connection is closed.',
  },
  'content-too-large': {
    title: 'Content too large',
    status: 413,
    when: 'The chunk extensions in the request’s body are too long.',
    remedy: 'Send no body: no request needs one. The connection is closed.',
  },
  'range-not-satisfiable': {
    title: 'Range not satisfiable',
    status: 416,
    when: 'The Range field asks only for bytes after the end of a download, or for the last 0 bytes.',
    remedy: 'Ask for a range that starts before the size given in the Content-Range field of the response.',
  },
  'expectation-failed': {
    title: 'Expectation failed',
    status: 417,
    when: 'The Expect field asks for something other than 100-continue.',
    remedy: 'Leave out the Expect field.',
  },
  'header-too-large': {
    title: 'Header too large',
    status: 431,
    when: 'The URL and the header fields of the request are longer than 16 KB in total.',
    remedy: 'Shorten the URL, or send fewer or shorter header fields. The connection is closed.',
  },
  'temporarily-unavailable': {
    title: 'Temporarily unavailable',
    status: 503,
    when: 'The service has more requests than it can answer at once, or its files are being replaced.',
    remedy: 'Repeat the request after the number of seconds in the Retry-After field.',
  },
  'internal-error': {
    title: 'Internal error',
    status: 500,
    when: 'The service failed; the request is not to blame.',
    remedy: 'Try again later, and tell the publisher if the error persists.',
  },
} satisfies Record<string, Omit<ProblemType, 'members' | 'example'> & Partial<ProblemType>>;

export type ProblemId = keyof typeof TYPES;

export const PROBLEM_TYPES = Object.fromEntries(
  Object.entries<Partial<ProblemType>>(TYPES).map(([id, type]) => [id, { members: [], example: null, ...type }]),
) as Record<ProblemId, ProblemType>;
