import type { Answer } from '../client/host.ts';

/** How a host answers requests for parts of a file. */
export interface RangeHost {
  /** Whether it sends ranges; true if absent. */
  hasRanges?: boolean;
  /** Whether it states entity tags; true if absent. */
  hasTags?: boolean;
}

/** A host of published files, the binary ones with one character for each byte, as most file hosts are: it ignores queries. */
export function rangeHost(
  files: ReadonlyMap<string, string>,
  { hasRanges = true, hasTags = true }: RangeHost = {},
): Answer {
  return (path, init) => {
    const name = path.slice(1).split('?')[0] ?? '';
    const text = files.get(name);
    if (text === undefined) return new Response('Not found', { status: 404 });
    const bytes = Buffer.from(text, /\.(?:parquet|xlsx)$/.test(name) ? 'latin1' : 'utf8');
    const headers: Record<string, string> = hasTags ? { ETag: `"${bytes.length}-${checksum(bytes)}"` } : {};
    const range = /^bytes=(\d+)-(\d+)$/.exec(new Headers(init?.headers).get('Range') ?? '');
    if (!range || !hasRanges) return new Response(bytes, { headers });
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]) + 1, bytes.length)];
    const stated = { ...headers, 'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}` };
    return new Response(bytes.subarray(start, end), { status: 206, headers: stated });
  };
}

function checksum(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte) => (Math.imul(sum, 31) + byte) >>> 0, 0);
}
