const LF = 0x0a;

/**
 * Counts the line breaks in a text, as editors do: LF, CRLF or CR. `isAfterCr` says that the text before it ends in CR: then an LF at
 * its start belongs to that break and is not counted again.
 */
export function countLineBreaks(text: string, isAfterCr = false): number {
  let count = isAfterCr && text.startsWith('\n') ? -1 : 0;
  // Two searches are faster than one loop over all characters.
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    if (text.charCodeAt(at + 1) !== LF) count += 1;
  }
  return count;
}
