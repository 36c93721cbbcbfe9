import {
  API_FOLDER,
  basePath,
  type Collection,
  collectionFile,
  INDEX_FILE,
  infoFile,
  matchRoute,
  qualityFile,
  type Route,
  schemaFile,
} from '../contract/routes.ts';
import type { ReadPublished } from '../model.ts';
import { linkHeader } from './link-header.ts';
import { readCategory, readLimit, readOffset, readQuery } from './parameters.ts';
import {
  invalidParameter,
  methodNotAllowed,
  type ProblemDetails,
  undecodablePath,
  unforeseen,
  unknownDataset,
  unknownPath,
} from './problem-details.ts';
import type { PublishedIndex } from './published-index.ts';
import {
  type Compressors,
  type Content,
  type ContentCache,
  LatestVersion,
  type PublishedVersion,
  VersionReplaced,
} from './published-version.ts';
import { readWindow } from './read-window.ts';
import {
  type ApiRequest,
  type ApiResponse,
  respondWithContent,
  respondWithoutBody,
  respondWithProblem,
  toResponse,
} from './respond.ts';
import { suggest } from './suggest.ts';
import { whenReady } from './when-ready.ts';

const ALLOWED = 'GET, HEAD, OPTIONS';

export interface HandlerOptions {
  /** Content codings the host can produce; none when the host compresses by itself. */
  compressors?: Compressors;
  /** Told of an error that no one foresaw; the client learns nothing of it. */
  onError?: (error: unknown) => void;
  /** Tells what is published from what was before; absent where nothing is replaced under a running handler. */
  version?: () => Promise<string>;
  /** Makes a cache for what one build published; absent where nothing is kept in memory. */
  createCache?: (() => ContentCache) | undefined;
}

/** Answers a request under /v1; null for a path that is not below it. */
export type Api = (request: ApiRequest) => Promise<ApiResponse | null>;

/** The same on the Web platform. */
export type Handler = (request: ApiRequest) => Promise<Response | null>;

/** What a request is answered with. */
type Answer = Content | { problem: ProblemDetails };

/** Makes the handler of a published folder on the Web platform; see `createApi`. */
export function createHandler(read: ReadPublished, options?: HandlerOptions): Handler {
  const api = createApi(read, options);
  return async (request) => {
    const response = await api(request);
    return response && toResponse(response);
  };
}

/**
 * Answers requests from a published folder, which is reached by `read` only, so that the same code runs in Node, at the edge and in
 * tests. What another build publishes is answered with after a second at most, and no answer is made of the files of two builds.
 */
export function createApi(
  read: ReadPublished,
  { compressors = {}, onError, version = async () => '', createCache }: HandlerOptions = {},
): Api {
  const latest = new LatestVersion({ read, version, createCache });
  let prefix = '/';
  return async (request) => {
    for (let isSecond = false; ; isSecond = true) {
      try {
        const edition = await latest.get();
        prefix = edition.index.site.prefix;
        return await handle(request, edition, compressors);
      } catch (error) {
        latest.lookAgain();
        if (error instanceof VersionReplaced && !isSecond) continue;
        if (pathBelow(basePath(prefix), new URL(request.url).pathname) === null) return null;
        onError?.(error);
        return respondWithProblem(unforeseen(), request, prefix);
      }
    }
  };
}

function handle(
  request: ApiRequest,
  edition: PublishedVersion,
  compressors: Compressors,
): ApiResponse | null | Promise<ApiResponse> {
  const { index } = edition;
  const url = new URL(request.url);
  const path = pathBelow(index.base, url.pathname);
  if (path === null) return null;
  if (request.method === 'OPTIONS') return respondWithoutBody(204, { Allow: ALLOWED });
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return respondWithProblem(methodNotAllowed(request.method, ALLOWED), request, index.site.prefix);
  }
  return whenReady(answerPath(path, url, edition), (answer) =>
    'problem' in answer
      ? respondWithProblem(answer.problem, request, index.site.prefix)
      : respondWithContent(answer, request, edition, compressors),
  );
}

/** Escapes of characters that need none: the same path as without (RFC 3986, section 6.2.2.2). */
const UNRESERVED_ESCAPE = /(?<!%)%(?:2[DE]|3[0-9]|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi;

/** A request's path below the base, without slashes at its end; null when it does not lead to the API. */
function pathBelow(base: string, pathname: string): string | null {
  const plain = pathname.includes('%') ? pathname.replace(UNRESERVED_ESCAPE, decodeURIComponent) : pathname;
  if (!plain.startsWith(base)) return null;
  const path = plain.slice(base.length).replace(/(?<!\/)\/+$/, '');
  return path === API_FOLDER || path.startsWith(`${API_FOLDER}/`) ? path : null;
}

function answerPath(path: string, url: URL, edition: PublishedVersion): Answer | Promise<Answer> {
  const { index } = edition;
  const decoded = decodePath(path);
  if (decoded === null) return { problem: undecodablePath() };
  const route = matchRoute(decoded);
  if (!route) return { problem: unknownPath(decoded, endpoints(index)) };
  if (route.kind === 'index') return answerFile(edition, INDEX_FILE, null);
  const config = route.kind === 'collection' ? configOf(route.collection) : route.config;
  if (config !== null && !index.datasets.has(config)) return { problem: noDataset(config, index) };
  if (route.kind === 'collection') return answerCollection(route, decoded, url.search, edition);
  if (route.kind === 'schema') return answerFile(edition, schemaFile(route.config), null);
  const describedBy = index.site.prefix + schemaFile(route.config);
  if (route.kind === 'quality') return answerFile(edition, qualityFile(route.config), describedBy);
  return answerFile(edition, infoFile(route.config), describedBy);
}

function answerCollection(
  { collection: named, page }: Extract<Route, { kind: 'collection' }>,
  path: string,
  search: string,
  edition: PublishedVersion,
): Answer | Promise<Answer> {
  const { index } = edition;
  const query = readQuery(search);
  const limit = readLimit(page ? [page.limit] : query.getAll('limit'));
  const offset = readOffset(page ? [page.offset] : query.getAll('offset'));
  const isUnknownCategory =
    named.kind === 'datasets' && named.category !== null && !index.categories.has(named.category);
  // A path that names no page is a path to nothing on every host, whatever is wrong with it.
  if (isUnknownCategory || (page && ('misfit' in limit || 'misfit' in offset))) {
    return { problem: unknownPath(path, endpoints(index)) };
  }
  let collection = named;
  if (named.kind === 'datasets' && named.category === null && !page) {
    const categories = [...index.categories.keys()];
    const category = readCategory(query.getAll('category'), categories);
    if ('misfit' in category) {
      const suggestion = suggest(category.misfit.received ?? '', categories)[0] ?? null;
      return { problem: invalidParameter(category.misfit, suggestion) };
    }
    collection = { kind: 'datasets', category: category.value };
  }
  if ('misfit' in limit) return { problem: invalidParameter(limit.misfit) };
  if ('misfit' in offset) return { problem: invalidParameter(offset.misfit) };
  return readWindow(edition, collection, countOf(collection, index), { limit: limit.value, offset: offset.value });
}

function configOf(collection: Collection): string | null {
  return collection.kind === 'records' ? collection.config : null;
}

function countOf(collection: Collection, { datasets, categories }: PublishedIndex): number {
  if (collection.kind === 'records') return datasets.get(collection.config)?.rowCount ?? 0;
  return collection.category === null ? datasets.size : (categories.get(collection.category) ?? 0);
}

/** A file as it stands; `schema` is the URL of what describes it. */
function answerFile(edition: PublishedVersion, file: string, schema: string | null): Answer | Promise<Answer> {
  return whenReady(edition.open(file), (content) => {
    content.link ??= linkHeader(null, schema);
    return content;
  });
}

function noDataset(given: string, { site, datasets }: PublishedIndex): ProblemDetails {
  const suggestions = suggest(given, [...datasets.keys()]).map((config) => ({
    config,
    name: datasets.get(config)?.name ?? config,
    url: site.prefix + collectionFile({ kind: 'records', config }),
  }));
  return unknownDataset(given, suggestions);
}

function endpoints({ site }: PublishedIndex): { name: string; url: string }[] {
  return [
    { name: 'Index of the service', url: site.prefix + INDEX_FILE },
    { name: 'List of datasets', url: site.prefix + collectionFile({ kind: 'datasets', category: null }) },
  ];
}

function decodePath(path: string): string | null {
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
