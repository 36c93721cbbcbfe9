import { API_HEADERS, API_METHODS, OPTIONS_HEADERS, PAGE_METHODS } from '../contract/headers.ts';
import {
  API_FOLDER,
  basePath,
  type Collection,
  DATASET_PAGES,
  DOWNLOADS,
  datasetFile,
  decodePath,
  downloadFile,
  matchRoute,
  pathUnderPresentName,
  type Route,
} from '../contract/routes.ts';
import type { ReadPublished } from '../model.ts';
import { suggest } from '../suggestions/suggest.ts';
import { answerPage, kindOf } from './answer-page.ts';
import { bytesOf } from './body.ts';
import { latestVersion, NoVersion } from './latest-version.ts';
import { linkHeader } from './link-header.ts';
import { readCategory, readInteger, readQuery } from './parameters.ts';
import {
  filterNotSupported,
  INTERNAL_ERROR,
  invalidParameter,
  methodNotAllowed,
  type ProblemDetails,
  TOO_BUSY,
  temporarilyUnavailable,
  UNDECODABLE_PATH,
  unknownDataset,
  unknownPath,
} from './problem-details.ts';
import { type Content, type FolderAccess, type PublishedVersion, VersionReplaced } from './published-version.ts';
import { readWindow } from './read-window.ts';
import { type ApiRequest, type ApiResponse, respondWithContent, respondWithProblem, toResponse } from './respond.ts';
import { readColumnNames, type ServiceIndex } from './service-index.ts';
import { whenReady } from './when-ready.ts';

/** What a host offers. `versionId` is absent if the files are never replaced while the handler runs. */
export interface HandlerOptions extends Partial<Omit<FolderAccess, 'read'>> {
  /** Called with each unexpected error. No details of it are sent to the client. */
  onError?: (error: unknown) => void;
}

/** Thrown by a host that has no capacity for a request and cannot queue it either. */
export class TooBusy extends Error {}

/** Responds to requests under /v1. For all others, resolves to null unless the host lists the files outside /v1. */
export interface Api {
  (request: ApiRequest): Promise<ApiResponse | null>;
  /** Responds at once, so that the request need not be queued; undefined if that is impossible, for example because a file must be read. */
  fromMemory?: (request: ApiRequest) => ApiResponse | null | undefined;
}

/** Like `Api`, but with Web platform responses. */
export type Handler = (request: ApiRequest) => Promise<Response | null>;

type Answer = Content | { problem: ProblemDetails };

/** Creates a handler for a published folder that returns Web platform responses; see `createApi`. */
export function createHandler(read: ReadPublished, options?: HandlerOptions): Handler {
  const api = createApi(read, options);
  return async (request) => {
    const response = await api(request);
    return response && toResponse(response);
  };
}

/**
 * Creates a handler for a published folder. It accesses files only through the given functions, so the same code runs on Node, at the
 * edge and in tests. With `versionId`, it notices a new build within a second and never mixes the files of two builds in one response.
 */
export function createApi(read: ReadPublished, options: HandlerOptions = {}): Api {
  const { onError, versionId = () => '', ...offered } = options;
  const latest = latestVersion({ read, versionId, ...offered }, onError);
  let prefix = '/';
  const respond = async (request: ApiRequest): Promise<ApiResponse | null> => {
    for (let tries = 1; ; tries += 1) {
      try {
        const current = await latest.get();
        prefix = current.index.site.prefix;
        return await handle(request, current);
      } catch (error) {
        if (!(error instanceof TooBusy)) latest.checkAgain();
        if (error instanceof VersionReplaced && tries < MAX_TRIES) continue;
        if (!options.list && pathBelow(basePath(prefix), new URL(request.url).pathname) === null) return null;
        return respondWithProblem(problemOf(error, onError), request, prefix);
      }
    }
  };
  const fromMemory = (request: ApiRequest): ApiResponse | null | undefined => {
    const version = latest.unchecked();
    return version?.fromMemory(() => handle(request, version));
  };
  return Object.assign(respond, { fromMemory });
}

/** Maximum number of attempts to respond to a request if its files are replaced by a new build each time. */
const MAX_TRIES = 3;
function problemOf(error: unknown, onError: ((error: unknown) => void) | undefined): ProblemDetails {
  if (error instanceof TooBusy) return TOO_BUSY;
  if (error instanceof VersionReplaced)
    return temporarilyUnavailable('The files of the service are being replaced.', 2);
  if (!(error instanceof NoVersion)) onError?.(error);
  return INTERNAL_ERROR;
}

function handle(request: ApiRequest, version: PublishedVersion): ApiResponse | null | Promise<ApiResponse> {
  const { index } = version;
  const url = new URL(request.url);
  const path = pathBelow(index.base, url.pathname);
  if (path === null && !version.pages) return null;
  if (path !== null && request.method === 'OPTIONS')
    return { status: 204, headers: { ...OPTIONS_HEADERS }, body: null };
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const allowed = path === null ? PAGE_METHODS : API_METHODS;
    return respondWithProblem(methodNotAllowed(request.method, allowed), request, index.site.prefix);
  }
  // The base path without its trailing slash also leads to the home page.
  const { base } = index;
  const below =
    path ?? (`${url.pathname}/` === base ? '' : url.pathname.startsWith(base) ? url.pathname.slice(base.length) : null);
  const present = below === null ? null : pathUnderPresentName(below, index.datasets);
  if (present !== null) {
    const { headers } = path === null ? kindOf(present) : { headers: API_HEADERS };
    const location = { 'Location': base + present + url.search, 'Content-Length': '0' };
    // For good, and without a change of method (RFC 9110, section 15.4.9).
    return { status: 308, headers: { ...headers, ...location }, body: null };
  }
  if (path !== null) {
    return whenReady(answerPath(path, url.search, version), (answer) =>
      'problem' in answer
        ? respondWithProblem(answer.problem, request, index.site.prefix)
        : respondWithContent(answer, request, version),
    );
  }
  const page = below === null ? null : decodePath(below);
  return whenReady(answerPage(page, version), (answer) =>
    answer === null
      ? respondWithProblem(unknownPath(page ?? '', index), request, index.site.prefix)
      : respondWithContent(answer.content, request, version, answer.kind),
  );
}

/** Percent-encoded unreserved characters. Decoding them does not change the meaning of a path (RFC 3986, section 6.2.2.2). */
const UNRESERVED_ESCAPE = /(?<!%)%(?:2[DE]|3[0-9]|[46][1-9A-F]|[57][0-9A]|5F|7E)/gi;

/** A request's path relative to the base, without trailing slashes; null if it is not under /v1. */
function pathBelow(base: string, pathname: string): string | null {
  const plain = pathname.replace(UNRESERVED_ESCAPE, decodeURIComponent);
  if (!plain.startsWith(base)) return null;
  let end = plain.length;
  while (plain[end - 1] === '/') end -= 1;
  const path = plain.slice(base.length, end);
  return path === API_FOLDER || path.startsWith(`${API_FOLDER}/`) ? path : null;
}

function answerPath(path: string, search: string, version: PublishedVersion): Answer | Promise<Answer> {
  const { index } = version;
  const decoded = decodePath(path);
  if (decoded === null) return { problem: UNDECODABLE_PATH };
  const route = matchRoute(decoded);
  if (!route) return { problem: unknownPath(decoded, index) };
  if (route.kind === 'document') return answerFile(version, route.path, null);
  const named = route.kind === 'collection' ? route.collection : route;
  const config = 'config' in named ? named.config : null;
  if (config !== null && index.datasets.get(config)?.config !== config)
    return { problem: unknownDataset(config, index) };
  const query = readQuery(search);
  const answer = (): Answer | Promise<Answer> => {
    return route.kind === 'collection'
      ? answerCollection(route, decoded, query, version)
      : answerDatasetFile(route, decoded, version);
  };
  const others = [...query.keys()].filter((name) => name !== 'limit' && name !== 'offset');
  if (config === null || route.kind === 'file' || others.length === 0) return answer();
  return whenReady(columnsOf(config, version), (columns) => {
    // Many clients write a space as a plus sign.
    const filter = others.find((name) => columns.has(name) || columns.has(name.replaceAll('+', ' ')));
    if (filter === undefined) return answer();
    return { problem: filterNotSupported(filter, `${index.site.prefix}${DATASET_PAGES}/${config}/`) };
  });
}

/** Names of a dataset's columns. The schema is parsed once for as long as its content is kept. */
function columnsOf(config: string, version: PublishedVersion): ReadonlySet<string> | Promise<ReadonlySet<string>> {
  return whenReady(version.open(datasetFile('schema', config)), (content) => {
    if (content.columns) return content.columns;
    if (content.isStreamed) version.beforeWaiting();
    return whenReady(content.isStreamed ? version.readRange(content) : bytesOf(content), (bytes) => {
      content.columns = readColumnNames(bytes);
      return content.columns;
    });
  });
}

/** Opens a download or a document of a dataset. The dataset must exist. */
function answerDatasetFile(
  route: Extract<Route, { kind: 'file' | 'download' }>,
  path: string,
  version: PublishedVersion,
): Answer | Promise<Answer> {
  const { site } = version.index;
  const schema = site.prefix + datasetFile('schema', route.config);
  if (route.kind === 'download') {
    if (!site.formats?.includes(route.format)) return { problem: unknownPath(path, version.index) };
    return whenReady(answerFile(version, downloadFile(route.format, route.config), schema), (content) => {
      content.mediaType = DOWNLOADS[route.format].mediaType;
      content.hasRanges = true;
      return content;
    });
  }
  return answerFile(version, datasetFile(route.file, route.config), route.file === 'schema' ? null : schema);
}

function answerCollection(
  { collection: named, page }: Extract<Route, { kind: 'collection' }>,
  path: string,
  query: URLSearchParams,
  version: PublishedVersion,
): Answer | Promise<Answer> {
  const { index } = version;
  const limit = readInteger('limit', page ? [page.limit] : query.getAll('limit'));
  const offset = readInteger('offset', page ? [page.offset] : query.getAll('offset'));
  const isUnknownCategory =
    named.kind === 'datasets' && named.category !== null && !index.categories.has(named.category);
  // The path of a page that cannot exist leads to a 404, as on a static host, and not to an error about `limit` or `offset`.
  if (isUnknownCategory || (page && (limit.invalid || offset.invalid))) {
    return { problem: unknownPath(path, index) };
  }
  let collection = named;
  if (named.kind === 'datasets' && named.category === null && !page) {
    const category = readCategory(query.getAll('category'), index.categories);
    if (category.invalid) {
      const suggestion = suggest(category.invalid.received, index.categoryNames())[0] ?? null;
      return { problem: invalidParameter(category.invalid, suggestion) };
    }
    collection = { kind: 'datasets', category: category.value };
  }
  if (limit.invalid) return { problem: invalidParameter(limit.invalid) };
  if (offset.invalid) return { problem: invalidParameter(offset.invalid) };
  return readWindow(version, collection, countOf(collection, index), { limit: limit.value, offset: offset.value });
}

/** Number of results in a collection. The collection must exist. */
function countOf(collection: Collection, { datasets, count, categories }: ServiceIndex): number {
  if (collection.kind === 'records') return datasets.get(collection.config)?.row_count as number;
  return collection.category === null ? count : (categories.get(collection.category) as number);
}

/** Opens a published file. `schema` is the URL of the schema that describes it, or null. */
function answerFile(version: PublishedVersion, file: string, schema: string | null): Content | Promise<Content> {
  return whenReady(version.open(file), (content) => {
    content.link = linkHeader(null, schema);
    return content;
  });
}
