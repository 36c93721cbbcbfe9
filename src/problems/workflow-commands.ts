/**
 * Workflow commands: log lines that GitHub Actions executes
 * (https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions). The runner treats a line as a command if it starts
 * with `::`, ignoring leading whitespace, or contains `##[` anywhere.
 */

/** Characters that the runner may ignore when it looks for `::` and `##[`, since its comparison is culture-sensitive. */
const UNSEEN = '[\\p{Default_Ignorable_Code_Point}\\p{C}]*';
const COLON_OF_COMMAND = new RegExp(`^((?:\\s|\\p{Default_Ignorable_Code_Point}|\\p{C})*:)(?=${UNSEEN}:)`, 'gmu');
const MARK_OF_COMMAND = new RegExp(`#(?=${UNSEEN}#${UNSEEN}\\[)`, 'gu');

/** Text for a log, with a space inserted wherever the runner would detect a command. */
export function withoutCommands(text: string): string {
  return text.replace(COLON_OF_COMMAND, '$1 ').replace(MARK_OF_COMMAND, '# ');
}

/** Escapes `##[` in JSON, so that no line is a command. The values stay the same. No line of JSON can start with `::`. */
export function jsonWithoutCommands(json: string): string {
  return json.replace(MARK_OF_COMMAND, '\\u0023');
}

/** Formats a command as one line. Properties without a value are omitted. */
export function workflowCommand(
  name: string,
  properties: Readonly<Record<string, string | number | null>>,
  message: string,
): string {
  const given = Object.entries(properties).filter(([, value]) => value !== null && value !== '');
  const list = given
    .map(([key, value]) => `${key}=${escapeMessage(`${value}`).replaceAll(':', '%3A').replaceAll(',', '%2C')}`)
    .join(',');
  return `::${name}${list === '' ? '' : ` ${list}`}::${escapeMessage(message)}`;
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
