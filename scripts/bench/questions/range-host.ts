import { once } from 'node:events';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { constants, gzipSync } from 'node:zlib';
import { HOST } from '../servers/servers.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
};
/** Largest number of bytes that a slow host sends at once. */
const PIECE = 1 << 14;

/** The speed of a network that a host pretends to have. */
export interface Speed {
  megabitsPerSecond: number;
  /** Milliseconds before each response. */
  latency: number;
}

/** A server that sends files and their ranges, as most hosts do, and counts what it sends. */
export interface RangeHost {
  url: string;
  /** Number of requests, and of bytes in the bodies of responses, since it started. */
  sent: { requests: number; bytes: number };
  /** The speed from now on; null for as fast as it can. */
  setSpeed(speed: Speed | null): void;
  stop(): Promise<void>;
}

/**
 * Serves the files of a folder, and others that are given by path, to browsers. Text and WebAssembly are sent with gzip. For a slow network,
 * the server itself is slow, so that pages and their workers are slowed down alike.
 */
export async function startRangeHost(root: string, files: ReadonlyMap<string, Buffer>): Promise<RangeHost> {
  const sent = { requests: 0, bytes: 0 };
  const compressed = new Map<string, Buffer>();
  let speed: Speed | null = null;
  /** When all that was sent so far has arrived at a reader with this speed. */
  let free = 0;
  const contentOf = (path: string, range: string | undefined): { body: Buffer; total: number; from: number } => {
    const given = files.get(path);
    if (given) return { body: given, total: given.length, from: 0 };
    const file = openSync(join(root, path), 'r');
    try {
      const { size } = fstatSync(file);
      const [from, to] = range === undefined ? [0, size] : rangeOf(range, size);
      const body = Buffer.allocUnsafe(to - from);
      for (let read = 0; read < body.length; ) read += readSync(file, body, read, body.length - read, from + read);
      return { body, total: size, from };
    } finally {
      closeSync(file);
    }
  };
  const server = createServer(async ({ url = '/', headers, method }, response) => {
    sent.requests += 1;
    if (speed) await pause(speed.latency);
    const path = decodeURIComponent(new URL(url, `http://${HOST}`).pathname);
    const type = TYPES[extname(path)];
    const { range } = headers;
    try {
      let { body, total, from } = contentOf(path, range);
      if (type !== undefined) {
        const known = compressed.get(path) ?? gzipped(body);
        compressed.set(path, known);
        body = known;
        response.setHeader('Content-Encoding', 'gzip');
      } else {
        response.setHeader('Accept-Ranges', 'bytes');
        if (range !== undefined) {
          response.statusCode = 206;
          response.setHeader('Content-Range', `bytes ${from}-${from + body.length - 1}/${total}`);
        }
      }
      response.setHeader('Content-Type', type ?? 'application/octet-stream');
      response.setHeader('ETag', `"${total}"`);
      response.setHeader('Content-Length', body.length);
      if (method !== 'HEAD') {
        sent.bytes += body.length;
        for (let at = 0; speed !== null && at < body.length; at += PIECE) {
          const piece = body.subarray(at, at + PIECE);
          const now = performance.now();
          free = Math.max(free, now) + (piece.length * 8) / (speed.megabitsPerSecond * 1000);
          await pause(free - now);
          response.write(piece);
        }
        if (speed === null) response.write(body);
      }
      response.end();
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${HOST}:${port}`,
    sent,
    setSpeed(to) {
      speed = to;
    },
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** The bytes that a Range header asks for, from the first up to, but not including, the second. */
function rangeOf(range: string, size: number): [from: number, to: number] {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (first === '') return [Math.max(0, size - Number(last)), size];
  return [Number(first), last === '' ? size : Math.min(size, Number(last) + 1)];
}

/** Compresses as most hosts do, once and well. */
export function gzipped(bytes: Buffer | string): Buffer {
  return gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION });
}
