/**
 * Counts the line breaks (LF, CRLF or CR) in a string. If `isAfterCr`, the preceding string ends in CR, so an LF at the start completes
 * that line break and is not counted again.
 */
export function countLineBreaks(text: string, isAfterCr = false): number {
  let count = isAfterCr && text.startsWith('\n') ? -1 : 0;
  // Two searches are faster than one loop over all characters.
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    if (text[at + 1] !== '\n') count += 1;
  }
  return count;
}

/**
 * Skips the first `count` lines of a file. Quotes in those lines have no meaning, since text above a header is not CSV. A line ends in
 * LF, CRLF or CR.
 */
export function* skipLines(chunks: Iterable<string>, count: number): Generator<string, void, undefined> {
  let left = count;
  let isAfterCr = false;
  for (const chunk of chunks) {
    const breaks = /\r\n|\n|\r/g;
    breaks.lastIndex = isAfterCr && chunk.startsWith('\n') ? 1 : 0;
    isAfterCr &&= chunk === '';
    let at = breaks.lastIndex;
    for (; left > 0 && at < chunk.length; left -= 1) {
      const found = breaks.exec(chunk);
      at = found ? breaks.lastIndex : chunk.length;
      isAfterCr = found?.[0] === '\r' && at === chunk.length;
      if (!found) break;
    }
    if (at < chunk.length) yield chunk.slice(at);
  }
}
