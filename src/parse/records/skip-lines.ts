/**
 * Text without its first lines, in chunks. Lines end as editors end them, whatever quotes stand in them: what is above a
 * header is no CSV.
 */
export function* skipLines(chunks: Iterable<string>, count: number): Generator<string, void, undefined> {
  let left = count;
  let isBehindCr = false;
  for (const chunk of chunks) {
    let at = 0;
    if (isBehindCr && chunk.startsWith('\n')) at = 1;
    isBehindCr = isBehindCr && chunk === '';
    while (left > 0 && at < chunk.length) {
      const found = /\r\n|\n|\r/g;
      found.lastIndex = at;
      const match = found.exec(chunk);
      if (!match) at = chunk.length;
      else {
        left -= 1;
        at = found.lastIndex;
        isBehindCr = match[0] === '\r' && at === chunk.length;
      }
    }
    if (at < chunk.length) yield chunk.slice(at);
  }
}
