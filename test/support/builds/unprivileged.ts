/** The command that runs a program without the right of the superuser to ignore file permissions. */
export function unprivileged(command: readonly string[]): readonly string[] {
  if (process.getuid?.() !== 0) return command;
  const rights = '-dac_override,-dac_read_search';
  return ['setpriv', `--bounding-set=${rights}`, `--inh-caps=${rights}`, ...command];
}
