/**
 * Reads a guide as a program reads it. The word after ``` says what a block is, and the words after that, which no reader sees, what a test
 * does:
 * - `sh`: runs it, and expects success; `sh fails`: expects 1; `sh world`: does not run it, since it needs more than this machine;
 *   `sh stays PATH`: starts it, waits until PATH is served, and ends it; `sh watches`: starts it, waits for its output, and ends it;
 * - `text`: expects it as the output of the block above, where `…` stands for any characters of a line, and alone on a line for any lines;
 * - any other with a path: writes it to that file; with a number too: puts it in the place of that line of the file.
 */

export type Step =
  | { kind: 'run'; line: number; script: string; mode: 'succeeds' | 'fails' | 'watches'; output: string | null }
  | { kind: 'serve'; line: number; script: string; path: string; output: string | null }
  | { kind: 'world'; line: number; script: string }
  | { kind: 'write'; line: number; path: string; text: string }
  | { kind: 'edit'; line: number; path: string; number: number; text: string };

/** Reads the blocks of a guide, in their order. Throws an error for a block whose words it does not know. */
export function readGuide(markdown: string): Step[] {
  const steps: Step[] = [];
  for (const { index, 1: words = '', 2: text = '' } of markdown.matchAll(/^```([^\n]*)\n([\s\S]*?)^```$/gm)) {
    const line = markdown.slice(0, index).split('\n').length;
    const [language = '', mode, ...rest] = words.split(' ');
    if (language === 'text') {
      const last = steps.at(-1);
      if (last === undefined || !('output' in last) || last.output !== null)
        throw new Error(`line ${line}: output of what?`);
      last.output = text;
    } else if (language !== 'sh') {
      const [number, ...more] = rest;
      if (mode === undefined || more.length > 0) throw new Error(`line ${line}: a block of ${language} without a file`);
      if (number === undefined) steps.push({ kind: 'write', line, path: mode, text });
      else steps.push({ kind: 'edit', line, path: mode, number: lineNumber(number, text), text });
    } else steps.push(stepOf(line, text, mode, rest));
  }
  return steps;
}

function lineNumber(word: string, text: string): number {
  if (/^[1-9][0-9]*$/.test(word) && text.indexOf('\n') === text.length - 1) return Number(word);
  throw new Error(`one line, and its number, are needed: ${word}`);
}

function stepOf(line: number, script: string, mode: string | undefined, [path, ...more]: string[]): Step {
  const common = { line, script, output: null };
  if (mode === 'stays' && path !== undefined && more.length === 0) return { kind: 'serve', path, ...common };
  if (path === undefined) {
    if (mode === undefined) return { kind: 'run', mode: 'succeeds', ...common };
    if (mode === 'fails' || mode === 'watches') return { kind: 'run', mode, ...common };
    if (mode === 'world') return { kind: 'world', line, script };
  }
  throw new Error(`line ${line}: what is to be done with "sh ${mode} ${[path, ...more].join(' ')}"?`);
}

/** The pattern of an output that a guide shows. Blanks at the ends of lines, and empty lines at the end, do not count. */
export function outputPattern(shown: string): RegExp {
  const lines = shown.trimEnd().split('\n');
  const parts = lines.map((line, at) => {
    const isLast = at === lines.length - 1;
    if (line === '…') return isLast ? '(?:.*\\n?)*' : '(?:.*\\n)*?';
    return line.split('…').map(escaped).join('.*') + (isLast ? '' : '\\n');
  });
  return new RegExp(`^${parts.join('')}$`);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** What a command printed, as a guide can show it. */
export function plainOutput(printed: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one.
  const plain = printed.replace(/\u001b\[[0-9;]*m/g, '');
  return plain.replace(/[ \r]+$/gm, '').trimEnd();
}
