/** What is printed if no command is named, or one that does not exist. */

import levenshtein from 'js-levenshtein';

/** A line for each command. */
export function helpText(commands) {
  const width = Math.max(...Object.keys(commands).map(({ length }) => length));
  const lines = Object.entries(commands).map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`);
  return `Usage: almanac COMMAND [settings] [FILE…]

Turns a folder of CSV files into an open data service that is only files.

${lines.join('\n')}

almanac COMMAND --help lists the settings of a command; almanac --version prints the version.
`;
}

/** A sentence about a command that does not exist, with the nearest that does. */
export function unknownCommand(given, names) {
  const near = names
    .map((name) => ({ name, distance: levenshtein(given.slice(0, 50).toLowerCase(), name) }))
    .filter(({ name, distance }) => distance <= Math.max(2, Math.floor(name.length / 3)))
    .sort((a, b) => a.distance - b.distance)[0];
  const suggestion = near ? ` (did you mean "${near.name}"?)` : '';
  return `There is no command "${given.slice(0, 50)}"${suggestion}. The commands are ${names.join(', ')}; almanac --help says what they do.`;
}
