/** Unpacks the table in a compressed file or an archive. */

import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { crc32, createGunzip } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { isDataFile } from '../../discover/list-files.ts';
import type { Origin } from '../../model.ts';
import { csvFile, sizeOf } from '../../pipeline/input/csv-file.ts';
import { certainWriteFailure } from '../../pipeline/output/write-errors.ts';
import { attempt } from '../../problems/attempt.ts';
import { listFirst } from '../../problems/format-problem.ts';
import { ProblemError, problem } from '../../problems/problem.ts';
import { quoteText } from '../../problems/quote-text.ts';
import { didYouMean } from '../../suggestions/suggest.ts';
import { boundedBytes } from './bounded-bytes.ts';
import { convertWorkbook } from './workbook-to-csv.ts';

/** The first bytes of files. */
const GZIP = '\x1F\x8B';
const ZIPS = ['PK\x03\x04', 'PK\x05\x06'];
const MAX_ENTRIES = 10_000;
const MAX_NAMED = 10;
const ASK = 'Ask whoever publishes the file for one that is sound, or fetch and unpack it by hand.';

/**
 * Unpacks a fetched file if its content is that of a gzip file, a zip archive or a workbook, into a new file beside it, on the disk, whose
 * path is returned; returns the path of any other file. The fragment of the address names the table in an archive, or the sheet of a
 * workbook, that has several. Throws a `ProblemError` if the archive is damaged, encrypted, contains links or names that lead out of it,
 * has no or several tables, or unpacks to too many bytes.
 */
export async function unpackFile(path: string, origin: Origin, maxBytes: number): Promise<string> {
  const to = `${path}.unpacked`;
  const bounded = (packed: number) => boundedBytes(origin, maxBytes, () => packed);
  const output = () => createWriteStream(to, { flags: 'wx', flush: true });
  try {
    const [bytes = []] = csvFile(path, origin.url).readChunks(4, 4);
    const start = String.fromCharCode(...bytes);
    if (start.startsWith(GZIP)) {
      await pipeline(createReadStream(path), createGunzip(), bounded(sizeOf(path)), output());
      return to;
    }
    if (!ZIPS.includes(start)) return path;
    const { openPromise } = await import('yauzl');
    const archive = await openPromise(path, { autoClose: false });
    try {
      const entries = await entriesOf(archive);
      // A workbook is an archive too. The check of the table refuses one of another kind.
      if (entries.some(({ fileName }) => fileName === WORKBOOK)) {
        await convertWorkbook(path, origin.url, tableIn(origin), to);
        return to;
      }
      if (entries.some(({ fileName }) => OFFICE.has(fileName))) return path;
      const entry = chooseTable(entries, origin);
      const content = await archive.openReadStreamPromise(entry);
      await pipeline(content, bounded(entry.compressedSize), checked(entry), output());
      return to;
    } finally {
      archive.close();
    }
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw certainWriteFailure(to, error) ?? refusal(origin, `cannot be unpacked: ${(error as Error).message}`, ASK);
  }
}

/** Returns a step of a pipeline that passes on the content of an entry. It fails if that has another checksum. */
function checked(entry: Entry) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    let sum = 0;
    for await (const chunk of chunks) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
    if (sum !== entry.crc32) throw new Error('its checksum is wrong');
  };
}

/** Name of the file that says what is in a workbook. */
const WORKBOOK = 'xl/workbook.xml';
/** Names of files that an Office Open XML or OpenDocument file has, and no archive of tables. */
const OFFICE: ReadonlySet<string> = new Set(['[Content_Types].xml', 'mimetype']);

const FILE_TYPE = 0o170_000;
const LINK = 0o120_000;

/** The files in an archive. Throws an error if one is encrypted, a link, or has a name that leads out of the archive. */
async function entriesOf(archive: ZipFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  if (archive.entryCount > MAX_ENTRIES) throw new Error(`it contains more than ${MAX_ENTRIES} files`);
  // yauzl refuses names that are absolute or lead upwards.
  for await (const entry of archive.eachEntry()) {
    if (entry.isEncrypted()) throw new Error('it is encrypted');
    if (((entry.externalFileAttributes >>> 16) & FILE_TYPE) === LINK) throw new Error('it contains a link');
    // macOS adds hidden files.
    if (!/\/$|(?:^|\/)(?:\.|__MACOSX\/)/.test(entry.fileName)) entries.push(entry);
  }
  return entries;
}

/** The name of the table that an address names in its fragment; null without one. */
function tableIn({ url }: Origin): string | null {
  const name = new URL(url).hash.slice(1);
  return attempt(() => decodeURIComponent(name), name) || null;
}

/** The table in an archive: the one that the address names, or else its only CSV or TSV file, or else its only file. */
function chooseTable(entries: readonly Entry[], origin: Origin): Entry {
  const wanted = tableIn(origin);
  const tables = entries.filter(({ fileName }) => isDataFile(fileName));
  const usual = tables.length > 0 || entries.length > 1 ? tables : entries;
  const [chosen, ...others] = wanted === null ? usual : entries.filter(({ fileName }) => fileName === wanted);
  if (chosen && others.length === 0) return chosen;
  const names = (tables.length > 0 ? tables : entries).map(({ fileName }) => fileName);
  const listed = listFirst(names, MAX_NAMED);
  const example = `${origin.url.replace(/#.*/s, '')}#${encodeURI(names[0] ?? '')}`;
  const help = tables.length === 0 ? ASK : `Write the name of one after the address, such as ${example}`;
  const found =
    wanted === null
      ? `with ${tables.length === 0 ? 'no CSV or TSV file' : `${tables.length} tables`}`
      : `without the file ${quoteText(wanted)}${didYouMean(wanted, names)}`;
  throw refusal(origin, `is an archive ${found}${listed === '' ? '' : `: ${listed}`}`, help);
}

function refusal({ url, at }: Origin, message: string, help: string): ProblemError {
  return new ProblemError(problem('archive-invalid', at, `${url} ${message}`, help));
}
