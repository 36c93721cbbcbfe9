/**
 * A text in chunks, without its first `count` lines. Quotes in them have no meaning: the text above a header is not CSV. A line ends
 * in LF, CRLF or CR.
 */
export function* skipLines(chunks: Iterable<string>, count: number): Generator<string, void, undefined> {
  let left = count;
  let isAfterCr = false;
  for (const chunk of chunks) {
    let at = 0;
    if (isAfterCr && chunk.startsWith('\n')) at = 1;
    isAfterCr = isAfterCr && chunk === '';
    while (left > 0 && at < chunk.length) {
      const found = /\r\n|\n|\r/g;
      found.lastIndex = at;
      const match = found.exec(chunk);
      if (!match) at = chunk.length;
      else {
        left -= 1;
        at = found.lastIndex;
        isAfterCr = match[0] === '\r' && at === chunk.length;
      }
    }
    if (at < chunk.length) yield chunk.slice(at);
  }
}
