import { hash } from 'node:crypto';
import type { Answer } from '../client/host.ts';

/** How a host answers requests for parts of a file. */
export interface RangeHost {
  /** Whether it sends ranges; true if absent. */
  hasRanges?: boolean;
  /** Whether it states entity tags; true if absent. */
  hasTags?: boolean;
  /** Whether scripts see which range it sends; true if absent. */
  showsRange?: boolean;
}

/** A host of published files, the binary ones with one character for each byte, as most file hosts are: it ignores queries. */
export function rangeHost(
  files: ReadonlyMap<string, string>,
  { hasRanges = true, hasTags = true, showsRange = true }: RangeHost = {},
): Answer {
  const known = new Map<string, { bytes: Uint8Array<ArrayBuffer>; headers: Record<string, string> }>();
  const fileOf = (name: string, text: string) => {
    const bytes = new Uint8Array(Buffer.from(text, /\.(?:parquet|xlsx)$/.test(name) ? 'latin1' : 'utf8'));
    const headers: Record<string, string> = hasTags ? { ETag: `"${hash('sha256', bytes)}"` } : {};
    const file = { bytes, headers };
    known.set(name, file);
    return file;
  };
  return (path, init) => {
    const name = path.slice(1).split('?')[0] ?? '';
    const text = files.get(name);
    if (text === undefined) return new Response('Not found', { status: 404 });
    const { bytes, headers } = known.get(name) ?? fileOf(name, text);
    const range = rangeIn(init);
    if (!range || !hasRanges) return new Response(bytes, { headers });
    const [start, end] = [range.start, Math.min(range.end, bytes.length)];
    if (start >= end) return new Response('Range not satisfiable', { status: 416 });
    const stated = showsRange ? { 'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}` } : {};
    return new Response(bytes.subarray(start, end), { status: 206, headers: { ...headers, ...stated } });
  };
}

/** The range of bytes that a request asks for; `end` is exclusive. Null if it asks for the whole file. */
export function rangeIn(init: RequestInit | undefined): { start: number; end: number } | null {
  const range = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init?.headers).get('Range') ?? '');
  return range && { start: Number(range[1]), end: Number(range[2]) + 1 };
}
