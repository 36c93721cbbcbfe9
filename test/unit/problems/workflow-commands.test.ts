import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonWithoutCommands, withoutCommands, workflowCommand } from '../../../src/problems/workflow-commands.ts';
import { runs } from '../../support/runs.ts';

const unescapeMessage = (text: string): string =>
  text.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%');

/** Reads a command as the runner of GitHub Actions does; null for a line that it only prints. */
function readCommand(line: string): { name: string; properties: Record<string, string>; message: string } | null {
  const text = line.trimStart();
  const end = text.indexOf('::', 2);
  if (!text.startsWith('::') || end < 0) return null;
  const head = text.slice(2, end);
  const blank = head.indexOf(' ');
  const list = blank < 0 ? '' : head.slice(blank + 1);
  const pairs = list
    .split(',')
    .filter((it) => it !== '')
    .map((it) => [it.slice(0, it.indexOf('=')), it.slice(it.indexOf('=') + 1)] as const);
  const unescapeProperty = (value: string): string =>
    value
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%');
  return {
    name: blank < 0 ? head : head.slice(0, blank),
    properties: Object.fromEntries(pairs.map(([key, value]) => [key, unescapeProperty(value)])),
    message: unescapeMessage(text.slice(end + 2)),
  };
}

/** Text in which what matters to the runner is frequent. */
const anyText = fc
  .array(
    fc.oneof(
      fc.constantFrom('::', ':', '##[', '#', '[', ']', '%', '%3A', '%25', ',', '=', '\r', '\n', ' '),
      fc.string(),
    ),
  )
  .map((parts) => parts.join(''));

describe('a command', () => {
  test('is one line: its name, its properties, its message', () => {
    expect(workflowCommand('error', { file: 'a.csv', line: 2, col: null, title: '' }, 'Wrong.')).toBe(
      '::error file=a.csv,line=2::Wrong.',
    );
    expect(workflowCommand('warning', {}, 'Wrong.')).toBe('::warning::Wrong.');
  });

  test('has %, line breaks and, in properties, colons and commas escaped', () => {
    expect(workflowCommand('error', { file: 'a:b,c%\n.csv' }, '100 %, a:b\r\n::error::no')).toBe(
      '::error file=a%3Ab%2Cc%25%0A.csv::100 %25, a:b%0D%0A::error::no',
    );
  });

  test('is read as it was meant, whatever is in it', () => {
    fc.assert(
      fc.property(anyText, anyText, (file, message) => {
        const line = workflowCommand('error', { file: `x${file}`, title: 't' }, message);
        expect(line).not.toMatch(/[\r\n]/);
        expect(readCommand(line)).toEqual({ name: 'error', properties: { file: `x${file}`, title: 't' }, message });
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('in a log', () => {
  test.each([
    ['::error::x', ': :error::x'],
    ['  ::add-mask::x', '  : :add-mask::x'],
    ['\u200B:\u00AD:error::x', '\u200B: \u00AD:error::x'],
    [':::error::x', ': ::error::x'],
    ['a ##[error]x', 'a # #[error]x'],
    ['#\u200D#[error]x', '# \u200D#[error]x'],
  ])('%j is printed as %j, which is not a command', (text, printed) => {
    expect(withoutCommands(text)).toBe(printed);
  });

  test.each(['a::b', 'std::vector', ': :', '# [x]', '#[x]', '12:30', '## [x]'])('%j stays as it is', (text) => {
    expect(withoutCommands(text)).toBe(text);
  });

  test('no line is ever a command', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const printed = withoutCommands(text);
        expect(printed).not.toContain('##[');
        for (const line of printed.split(/[\r\n]/)) expect(readCommand(line)).toBeNull();
      }),
      { numRuns: runs(1000) },
    );
  });

  test('JSON keeps its values', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const printed = jsonWithoutCommands(JSON.stringify({ [text]: text }, null, 2));
        expect(JSON.parse(printed)).toEqual({ [text]: text });
        expect(printed).not.toContain('##[');
        for (const line of printed.split('\n')) expect(readCommand(line)).toBeNull();
      }),
      { numRuns: runs(1000) },
    );
  });
});
