import { AlmanacError, EditionChanged } from '../client/errors.ts';
import { type ReadBody, request, type TakeBody } from '../client/request.ts';
import type { Service } from '../client/service.ts';

/** A published file whose size and digest are known, as `downloads.json` gives them. */
export interface FileFacts {
  /** Path relative to the prefix of the service. */
  path: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

/** Files up to this size, in bytes, are read whole: one request takes less time than several. */
const SMALL = 1 << 20;

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads parts of a file, or the whole file if it is small or the host sends no ranges. All parts are of one edition. */
export class PublishedFile {
  readonly facts: FileFacts;
  readonly #service: Service;
  readonly #config: string;
  /** Headers by which the host identifies the edition; null until the first part was read. */
  #mark: string | null = null;
  #whole: Promise<Bytes> | null = null;
  /** Whether the host sends ranges; undefined until a request reveals it. */
  hasRanges: boolean | undefined;
  /** What was read so far. */
  bytes = 0;
  requests = 0;

  constructor(service: Service, config: string, facts: FileFacts) {
    this.#service = service;
    this.#config = config;
    this.facts = facts;
    if (facts.bytes <= SMALL) this.hasRanges = false;
  }

  /** Reads the bytes from `start` up to, but not including, `end`. Throws an `EditionChanged` if they are of another edition. */
  async read(start: number, end: number, signal?: AbortSignal): Promise<Bytes> {
    const part = this.hasRanges === false ? null : await this.readRange(start, end, signal);
    return part ?? (await this.whole(signal)).subarray(start, end);
  }

  /** Whether the whole file was read, or is being read. */
  get isRead(): boolean {
    return this.#whole !== null;
  }

  /** Reads the whole file, once. */
  whole(signal?: AbortSignal): Promise<Bytes> {
    this.#whole ??= this.#readWhole(signal).catch((error) => {
      this.#whole = null;
      throw error;
    });
    return this.#whole;
  }

  /** Reads a range (RFC 9110, section 14); null if the host sends the whole file instead. */
  async readRange(start: number, end: number, signal?: AbortSignal): Promise<Bytes | null> {
    let isPart = false;
    const take = async (response: Response): Promise<Bytes> => {
      isPart = response.status === 206;
      if (isPart) return new Uint8Array(await response.arrayBuffer());
      // The host is about to send the whole file, which may be long: it is asked for only if it is wanted.
      await response.body?.cancel();
      return new Uint8Array(0);
    };
    const check = (bytes: Bytes, headers: Headers): Bytes | null => {
      this.requests += 1;
      if (!isPart) return null;
      const range = headers.get('Content-Range');
      // Scripts of other sites see this header only if the host allows that.
      if (range !== null && range !== `bytes ${start}-${end - 1}/${this.facts.bytes}`) {
        throw this.changed(`its range is "${range}"`);
      }
      if (bytes.length !== end - start) throw new Error(`has ${bytes.length} bytes instead of ${end - start}`);
      this.#requireSame(headers);
      this.bytes += bytes.length;
      return bytes;
    };
    const part = await this.#request<Bytes | null>(check, take, signal, { Range: `bytes=${start}-${end - 1}` });
    this.hasRanges ??= part !== null;
    return part;
  }

  async #readWhole(signal?: AbortSignal): Promise<Bytes> {
    const check = (bytes: Bytes, headers: Headers): Bytes => {
      this.requests += 1;
      this.bytes += bytes.length;
      if (bytes.length !== this.facts.bytes) throw this.changed(`it has ${bytes.length} bytes`);
      this.#requireSame(headers);
      return bytes;
    };
    const take = async (response: Response): Promise<Bytes> => new Uint8Array(await response.arrayBuffer());
    const bytes = await this.#request(check, take, signal);
    // Only secure contexts have this: HTTPS, and the reader's own machine.
    const digest = await globalThis.crypto?.subtle?.digest('SHA-256', bytes);
    if (digest && hex(digest) !== this.facts.sha256) throw this.changed('it has another SHA-256');
    return bytes;
  }

  #request<T>(
    read: ReadBody<Bytes, T>,
    take: TakeBody<Bytes>,
    signal?: AbortSignal,
    headers?: HeadersInit,
  ): Promise<T> {
    const { prefix, options } = this.#service;
    const { fetch = globalThis.fetch } = options;
    const withHeaders: typeof fetch = (url, init) => fetch(url, headers ? { ...init, headers } : init);
    return request(
      prefix + this.facts.path,
      { ...options, fetch: withHeaders },
      read,
      signal,
      take as TakeBody<Bytes | string>,
    );
  }

  /** Throws an `EditionChanged` if the host identifies another edition than before. */
  #requireSame(headers: Headers): void {
    const mark = JSON.stringify([headers.get('ETag')?.replace(/^W\//, ''), headers.get('Last-Modified')]);
    this.#mark ??= mark;
    if (this.#mark !== mark) throw this.changed('its entity tag or time has changed');
  }

  /** The error for a file that belongs to another edition. */
  changed(what: string): EditionChanged {
    return new EditionChanged(this.#config, this.#service.prefix + this.facts.path, what);
  }

  /** The error for a part of the file that is not what the file says. */
  fault(what: string, cause?: unknown): AlmanacError {
    const url = this.#service.prefix + this.facts.path;
    return new AlmanacError(`${url} cannot be read: ${what}.`, { type: 'invalid-response', url, cause });
  }
}

function hex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
