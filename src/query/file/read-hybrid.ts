/** Most bits of a number. A dictionary of a row group has far fewer values. */
const MAX_WIDTH = 24;

/**
 * Reads numbers of `width` bits in Parquet's hybrid of run lengths and bit packing
 * (https://parquet.apache.org/docs/file-format/data-pages/encodings/). Throws an error unless as many as `into` has take all of the bytes.
 */
export function readHybrid<T extends Uint8Array | Uint32Array>(bytes: Uint8Array, width: number, into: T): T {
  if (width > MAX_WIDTH) throw damaged();
  const mask = 2 ** width - 1;
  let [at, done] = [0, 0];
  while (done < into.length) {
    let header = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = bytes[at] ?? 0;
      at += 1;
      header += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) break;
    }
    const isPacked = header % 2 === 1;
    const count = Math.floor(header / 2) * (isPacked ? 8 : 1);
    const left = into.length - done;
    // Numbers are packed in groups of eight, the last of which may be filled up.
    if (count === 0 || count >= left + (isPacked ? 8 : 1)) throw damaged();
    const end = done + Math.min(count, left);
    const next = at + (isPacked ? (count / 8) * width : Math.ceil(width / 8));
    if (next > bytes.length) throw damaged();
    let [buffer, bits] = [0, 0];
    if (isPacked) {
      for (; done < end; done += 1) {
        for (; bits < width; bits += 8, at += 1) buffer |= (bytes[at] as number) << bits;
        into[done] = buffer & mask;
        buffer >>>= width;
        bits -= width;
      }
    } else {
      for (; at < next; bits += 8, at += 1) buffer |= (bytes[at] as number) << bits;
      if (buffer > mask) throw damaged();
      into.fill(buffer, done, end);
    }
    [at, done] = [next, end];
  }
  if (at !== bytes.length) throw damaged();
  return into;
}

function damaged(): Error {
  return new Error('its levels or indices are damaged');
}
