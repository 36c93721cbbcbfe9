/** A word for a shell of a platform, in quotes if it needs them. */
export function quoted(word: string, platform: string = process.platform): string {
  // Both cmd and PowerShell read a path with backslashes as it is, and no file name of Windows has a double quote.
  if (platform === 'win32') return /^[\p{L}\p{N}_./\\:+=-]+$/u.test(word) ? word : `"${word}"`;
  return /^[\p{L}\p{N}_./:@%+,=-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
