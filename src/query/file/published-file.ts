import { AlmanacError, EditionChanged } from '../../client/errors.ts';
import { request } from '../../client/request.ts';
import type { Service } from '../../client/service.ts';
import type { DownloadEntry } from '../../contract/documents.ts';
import { downloadFile } from '../../contract/routes.ts';
import { sharedReading } from './shared-reading.ts';

/** Size and digest of a file, as `downloads.json` gives them. */
export type FileFacts = Pick<DownloadEntry, 'bytes' | 'sha256'>;

/** Files up to this size, in bytes, are read whole: one request takes less time than several. */
const SMALL = 1 << 20;

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads parts of a dataset's Parquet file, or the whole file if it is small or the host sends no ranges. All parts are of one edition. */
export class PublishedFile {
  readonly facts: FileFacts;
  readonly #service: Service;
  readonly #config: string;
  readonly #url: string;
  /** Headers by which the host identifies the edition; null until the first part was read. */
  #mark: string | null = null;
  readonly #whole = sharedReading((signal) => this.#readWhole(signal));
  /** Whether the host sends ranges; undefined until a request reveals it. */
  hasRanges: boolean | undefined;
  /** What was read so far. */
  bytes = 0;
  requests = 0;

  constructor(service: Service, config: string, facts: FileFacts) {
    this.#service = service;
    this.#config = config;
    this.#url = service.prefix + downloadFile('parquet', config);
    this.facts = facts;
    if (facts.bytes <= SMALL) this.hasRanges = false;
  }

  /** Reads the bytes from `start` up to, but not including, `end`. Throws an `EditionChanged` if they are of another edition. */
  async read(start: number, end: number, signal?: AbortSignal): Promise<Bytes> {
    const part = this.hasRanges === false ? null : await this.readRange(start, end, signal);
    return part ?? (await this.#whole.get(signal)).subarray(start, end);
  }

  /** Whether the whole file was read, or is being read. */
  get isRead(): boolean {
    return this.#whole.isBegun;
  }

  /** Reads a range (RFC 9110, section 14); null if the host sends the whole file instead. */
  async readRange(start: number, end: number, signal?: AbortSignal): Promise<Bytes | null> {
    const check = (bytes: Bytes, headers: Headers): void => {
      // Scripts of other sites see this header only if the host allows that.
      const range = headers.get('Content-Range');
      const total = /\/(\d+)$/.exec(range ?? '')?.[1];
      if (total !== undefined && Number(total) !== this.facts.bytes) throw this.changed(`it has ${total} bytes`);
      const expected = `bytes ${start}-${end - 1}/`;
      if (range?.startsWith(expected) === false) throw new Error(`has the range "${range}" instead of ${expected}`);
      if (bytes.length !== end - start) throw new Error(`has ${bytes.length} bytes instead of ${end - start}`);
    };
    const part = await this.#request(end - start, check, signal, `bytes=${start}-${end - 1}`).catch((error) => {
      throw error.status === 416 ? this.changed(`it ends before byte ${end}`) : error;
    });
    this.hasRanges ??= part !== null;
    return part;
  }

  async #readWhole(signal?: AbortSignal): Promise<Bytes> {
    const { bytes: size, sha256 } = this.facts;
    const check = (bytes: Bytes): void => {
      if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'PAR1') throw new Error('is not a Parquet file');
      if (bytes.length > size) throw this.changed(`it has more than ${size} bytes`);
      if (bytes.length < size) throw this.changed(`it has less than ${size} bytes`);
    };
    const bytes = (await this.#request(size, check, signal)) as Bytes;
    // Only secure contexts have this: HTTPS, and the reader's own machine. Elsewhere, what decoding checks has to be enough.
    const digest = await globalThis.crypto?.subtle?.digest('SHA-256', bytes);
    const digits = Array.from(new Uint8Array(digest ?? []), (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (digest && digits !== sha256) throw this.changed('it has another SHA-256');
    return bytes;
  }

  /** Requests the file or a range, of `size` bytes. Throws an `EditionChanged` if the host identifies another edition than before. */
  #request(size: number, check: (bytes: Bytes, headers: Headers) => void, signal?: AbortSignal, range?: string) {
    const { options } = this.#service;
    const { fetch = globalThis.fetch } = options;
    const withRange: typeof fetch = (url, init) => fetch(url, range ? { ...init, headers: { Range: range } } : init);
    let isWanted = true;
    const take = async (response: Response): Promise<Bytes> => {
      isWanted = range === undefined || response.status === 206;
      if (isWanted) return bytesOf(response, size);
      // The host is about to send the whole file, which may be long: it is asked for only if it is wanted.
      await response.body?.cancel();
      return new Uint8Array(0);
    };
    const read = (bytes: Bytes, headers: Headers): Bytes | null => {
      this.requests += 1;
      this.bytes += bytes.length;
      if (!isWanted) return null;
      check(bytes, headers);
      const mark = JSON.stringify([headers.get('ETag')?.replace(/^W\//, ''), headers.get('Last-Modified')]);
      this.#mark ??= mark;
      if (this.#mark !== mark) throw this.changed('its entity tag or time has changed');
      return bytes;
    };
    return request<Bytes | null, Bytes>(this.#url, { ...options, fetch: withRange }, read, signal, take);
  }

  /** The error for a file that belongs to another edition. */
  changed(what: string): EditionChanged {
    return new EditionChanged(this.#config, this.#url, what);
  }

  /** The error for a part of the file that is not what the file says. */
  fault(what: string, cause?: unknown): AlmanacError {
    const url = this.#url;
    return new AlmanacError(`${url} cannot be read: ${what}.`, { type: 'invalid-response', url, cause });
  }
}

/** Reads a body of at most `size` bytes, and one byte of a longer one, which might never end. */
async function bytesOf(response: Response, size: number): Promise<Bytes> {
  const bytes = new Uint8Array(size + 1);
  const reader = response.body?.getReader();
  let length = 0;
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    const value = part.value.subarray(0, size + 1 - length);
    bytes.set(value, length);
    length += value.length;
    if (length > size) await reader?.cancel();
  }
  return bytes.subarray(0, length);
}
