import { API_FOLDER, collectionFile, pageUrl } from './routes.ts';

/** A kind of problem the service answers with, as the reference explains it. */
export interface ProblemType {
  /** Fragment of the problem's `type`. */
  id: string;
  title: string;
  status: number;
  /** When it comes. */
  when: string;
  /** What a client does about it. */
  remedy: string;
  /** Members of the body beyond those that every problem has. */
  members: readonly { name: string; meaning: string }[];
  /** A request that is answered so, its path from the catalogue's base; null where none is. */
  example: { method: string; path: string } | null;
}

/** Members of every problem (RFC 9457). */
export const COMMON_MEMBERS = [
  { name: 'type', meaning: 'URL of the kind’s section on this page' },
  { name: 'title', meaning: 'The kind in words, always the same' },
  { name: 'status', meaning: 'HTTP status, as in the answer’s first line' },
  { name: 'detail', meaning: 'What is wrong with this request, for people to read' },
  { name: 'instance', meaning: 'Path and query of this request' },
] as const;

const NO_PAGE_FILES = { prefix: '', pageSizes: [] };

/** Every kind there is. */
export const PROBLEM_TYPES: readonly ProblemType[] = [
  {
    id: 'unknown-dataset',
    title: 'Unknown dataset',
    status: 404,
    when: 'No dataset has the config name in the path.',
    remedy: 'Take a suggestion, or a config name from the list of datasets.',
    members: [
      { name: 'suggestion', meaning: 'Config name that comes closest, or null' },
      { name: 'suggestions', meaning: 'Up to three datasets that come close, each with config, name and url' },
    ],
    example: { method: 'GET', path: collectionFile({ kind: 'records', config: 'no-such-dataset' }) },
  },
  {
    id: 'unknown-path',
    title: 'Unknown path',
    status: 404,
    when: 'The path leads to no endpoint, or names a page or category that there cannot be.',
    remedy: 'Start from the index, which links to everything.',
    members: [{ name: 'suggestions', meaning: 'Endpoints to start from, each with name and url' }],
    example: { method: 'GET', path: `${API_FOLDER}/no-such-path` },
  },
  {
    id: 'invalid-parameter',
    title: 'Invalid parameter',
    status: 400,
    when:
      'A limit that is no whole number from 1 to 100, an offset that is none from 0 on, a category that there is not, ' +
      'or one of them empty or given twice. Whole numbers are digits only: no sign, no leading zero, no exponent.',
    remedy: 'Send what “expected” says. Parameters that no endpoint knows are ignored.',
    members: [
      { name: 'parameter', meaning: 'Name of the parameter' },
      { name: 'received', meaning: 'Its value in the request' },
      { name: 'expected', meaning: 'What it must be: a sentence, or the list of categories' },
      { name: 'suggestion', meaning: 'Of a category only: the one that comes closest, or null' },
    ],
    example: {
      method: 'GET',
      path: pageUrl(NO_PAGE_FILES, { kind: 'datasets', category: null }, 0, { limit: 500, offset: 0 }),
    },
  },
  {
    id: 'undecodable-path',
    title: 'Undecodable path',
    status: 400,
    when: 'The path holds a percent sign that begins no valid UTF-8 character.',
    remedy: 'Encode the path’s parts as UTF-8. Config names need no encoding.',
    members: [],
    example: { method: 'GET', path: collectionFile({ kind: 'records', config: '%E0%A4' }) },
  },
  {
    id: 'method-not-allowed',
    title: 'Method not allowed',
    status: 405,
    when: 'The method is none of GET, HEAD and OPTIONS.',
    remedy: 'Use GET: the service is read-only. The answer’s Allow field has the list.',
    members: [],
    example: { method: 'DELETE', path: collectionFile({ kind: 'datasets', category: null }) },
  },
  {
    id: 'internal-error',
    title: 'Internal error',
    status: 500,
    when: 'The service failed where it should not; the request is not to blame.',
    remedy: 'Ask again later, and tell the publisher if it stays.',
    members: [],
    example: null,
  },
];
