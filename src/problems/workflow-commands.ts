/**
 * Workflow commands: lines in the log of a job that GitHub Actions obeys
 * (https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions). The runner takes a line for one if it begins with
 * `::`, apart from blanks, or has `##[` anywhere.
 */

/** Characters that a comparison by the rules of a language may pass over. */
const UNSEEN = '[\\p{Default_Ignorable_Code_Point}\\p{C}]*';
const COLON_OF_COMMAND = new RegExp(`^((?:\\s|\\p{Default_Ignorable_Code_Point}|\\p{C})*:)(?=${UNSEEN}:)`, 'gmu');
const MARK_OF_COMMAND = new RegExp(`#(?=${UNSEEN}#${UNSEEN}\\[)`, 'gu');

/** Text for a log, with a blank added to whatever a runner would take for a command. */
export function withoutCommands(text: string): string {
  return text.replace(COLON_OF_COMMAND, '$1 ').replace(MARK_OF_COMMAND, '# ');
}

/** JSON with the same values, in which no line is a command. Its lines begin with no colon. */
export function jsonWithoutCommands(json: string): string {
  return json.replace(MARK_OF_COMMAND, '\\u0023');
}

/** A command as one line. Properties without a value are left out. */
export function workflowCommand(
  name: string,
  properties: Readonly<Record<string, string | number | null>>,
  message: string,
): string {
  const given = Object.entries(properties).filter(([, value]) => value !== null && value !== '');
  const list = given.map(([key, value]) => `${key}=${escapeProperty(String(value))}`).join(',');
  return `::${name}${list === '' ? '' : ` ${list}`}::${escapeMessage(message)}`;
}

function escapeMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
