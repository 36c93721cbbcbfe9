/** Number of bytes that are taken at once. */
const SLICE = 4;

/** For each number of bytes that follow, from none to three: the remainders of all values of a byte. */
const REMAINDERS = new Int32Array(SLICE * 256);
for (let at = 0; at < REMAINDERS.length; at += 1) {
  let remainder = at < 256 ? at : (REMAINDERS[at - 256] as number);
  if (at >= 256) remainder = (remainder >>> 8) ^ (REMAINDERS[remainder & 0xff] as number);
  // The polynomial 0x04c11db7, with its bits in reverse.
  else for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xedb88320 : 0);
  REMAINDERS[at] = remainder;
}

/**
 * CRC-32 of bytes, as in gzip (RFC 1952, section 8), as a signed integer. It takes four bytes at once (M. Kounavis and F. Berry, Novel
 * Table Lookup-Based Algorithms for High-Performance CRC Generation, 2008).
 */
export function checksumOf(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [crc, at] = [-1, 0];
  for (; at + SLICE <= bytes.length; at += SLICE) {
    const word = crc ^ view.getInt32(at, true);
    const low = (REMAINDERS[768 + (word & 0xff)] as number) ^ (REMAINDERS[512 + ((word >>> 8) & 0xff)] as number);
    crc = low ^ (REMAINDERS[256 + ((word >>> 16) & 0xff)] as number) ^ (REMAINDERS[word >>> 24] as number);
  }
  for (; at < bytes.length; at += 1) crc = (crc >>> 8) ^ (REMAINDERS[(crc ^ (bytes[at] as number)) & 0xff] as number);
  return ~crc;
}
