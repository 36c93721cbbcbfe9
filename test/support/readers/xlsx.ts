import { crc32, inflateRawSync } from 'node:zlib';
import readSheets from 'read-excel-file/node';

/** A workbook as a reader that is not ours sees it: the rows of each sheet, by its name. Empty texts are null to it. */
export async function readXlsx(bytes: Uint8Array): Promise<Map<string, unknown[][]>> {
  const sheets = await readSheets(Buffer.from(bytes), { trim: false });
  return new Map(sheets.map(({ sheet, data }) => [sheet, data]));
}

/**
 * What a spreadsheet should hold of a cell with some JSON: a number only if it has at most 15 significant digits, and Excel's exponents.
 */
export function sheetValue(type: string, token: string): unknown {
  if (token === 'null' || token === '""') return null;
  if (type === 'object') return JSON.parse(token);
  const digits = token.replace(/e.*/i, '').replace(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '');
  const size = Math.abs(Number(token));
  const isKept = digits === '' || (digits.length <= 15 && size >= 1e-307 && size < 1e308);
  return isKept ? Number(token) : token;
}

const [END_BYTES, HEADER_BYTES, LOCAL_BYTES] = [22, 46, 30];

/** The entries of a ZIP file by name, as its central directory lists them. Throws an error if a size or a checksum is wrong. */
export function unzip(bytes: Buffer): Map<string, string> {
  const end = bytes.length - END_BYTES;
  if (bytes.readUInt32LE(end) !== 0x06054b50) throw new Error('the file does not end as a ZIP file does');
  const entries = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [crc, deflated, size] = [16, 20, 24].map((field) => bytes.readUInt32LE(at + field));
    const nameBytes = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + HEADER_BYTES, at + HEADER_BYTES + nameBytes);
    const data = bytes.readUInt32LE(at + 42) + LOCAL_BYTES + nameBytes;
    const content = inflateRawSync(bytes.subarray(data, data + (deflated as number)));
    if (content.length !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`);
    entries.set(name, content.toString());
    at += HEADER_BYTES + nameBytes;
  }
  if (at !== end) throw new Error('the central directory does not end where the end record begins');
  return entries;
}
