/** The polynomial of CRC-32, its bits reversed (RFC 1952, section 8). */
const POLYNOMIAL = 0xedb88320;
/** The polynomials 1 and x, their bits reversed too. */
const ONE = 0x80000000;
const X = 0x40000000;

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = (rest & 1 ? POLYNOMIAL : 0) ^ (rest >>> 1);
  return rest;
});

/** CRC-32 of bytes that follow others, whose own is `before`; as an integer of 32 bits with a sign. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (let at = 0; at < bytes.length; at += 1) {
    crc = (TABLE[(crc ^ (bytes[at] as number)) & 255] as number) ^ (crc >>> 8);
  }
  return ~crc;
}

/** CRC-32 of bytes with the CRC-32 `first`, followed by `length` bytes with the CRC-32 `second` (as in zlib 1.3, `crc32_combine`). */
export function combineCrc32(first: number, second: number, length: number): number {
  let power = ONE;
  // The bits of `length` bytes: eight times x, squared for each binary digit.
  let square = multiply(X, X);
  square = multiply(square, square);
  square = multiply(square, square);
  for (let left = length; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) power = multiply(square, power);
    square = multiply(square, square);
  }
  return multiply(power, first) ^ second;
}

/** The product of two polynomials modulo that of CRC-32. */
function multiply(a: number, b: number): number {
  let [product, shifted] = [0, b];
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if (a & bit) product ^= shifted;
    shifted = (shifted & 1 ? POLYNOMIAL : 0) ^ (shifted >>> 1);
  }
  return product;
}
