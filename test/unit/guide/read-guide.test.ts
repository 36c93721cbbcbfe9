import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { outputPattern, plainOutput, readGuide } from '../../support/guide/read-guide.ts';
import { readCmd } from '../../support/shells/read-cmd.ts';
import { readPowerShell } from '../../support/shells/read-powershell.ts';

const block = (words: string, text: string): string => `\`\`\`${words}\n${text}\`\`\`\n`;

describe('a guide is read block by block', () => {
  test('with the output below each command', () => {
    const guide = `Words.\n\n${block('sh', 'ls\n')}\n${block('text', 'a\n')}\n${block('sh stays /x', 'serve\n')}`;
    expect(readGuide(guide)).toEqual([
      { kind: 'run', mode: 'succeeds', line: 3, script: 'ls\n', output: 'a\n' },
      { kind: 'serve', path: '/x', line: 11, script: 'serve\n', output: null },
    ]);
  });

  test('with the files to write, and lines of them to change', () => {
    expect(readGuide(block('csv a.csv', 'a\n1\n') + block('csv a.csv 2', '3\n'))).toEqual([
      { kind: 'write', line: 1, path: 'a.csv', text: 'a\n1\n' },
      { kind: 'edit', line: 5, path: 'a.csv', number: 2, text: '3\n' },
    ]);
  });

  test('and what a test would not understand is an error', () => {
    expect(() => readGuide(block('sh sometimes', 'ls\n'))).toThrow('sh sometimes');
    expect(() => readGuide(block('json', '{}\n'))).toThrow('without a file');
    expect(() => readGuide(block('json a.json 0', '{}\n'))).toThrow('its number');
    expect(() => readGuide(block('json a.json 1', '{\n}\n'))).toThrow('one line');
    expect(() => readGuide(block('json a.json 1 2', '{}\n'))).toThrow('without a file');
    expect(() => readGuide(block('text', 'a\n'))).toThrow('output of what');
    expect(() => readGuide(block('sh world', 'git push\n') + block('text', 'a\n'))).toThrow('output of what');
  });
});

describe('an output fits what a guide shows', () => {
  test.each([
    ['a\nb\n', 'a\nb', true],
    ['a\nb\n', 'a\nc', false],
    ['a\n', 'a\nb', false],
    ['a … c\n', 'a (b) c', true],
    ['a … c\n', 'a\nc', false],
    ['…\nb\n', 'x\ny\nb', true],
    ['…\nb\n', 'b', true],
    ['a\n…\n', 'a\nb\nc', true],
    ['a\n…\n', 'b\nc', false],
    ['1.0 (x) [y] {z} $\n', '1.0 (x) [y] {z} $', true],
    ['1.0\n', '1x0', false],
  ])('%j and %j: %s', (shown, printed, fits) => {
    expect(outputPattern(shown).test(printed)).toBe(fits);
  });

  test('without colours, and blanks at the ends of lines', () => {
    expect(plainOutput('\u001b[1ma\u001b[0m  \nb\r\n\n')).toBe('a\nb');
  });
});

describe('whoever follows the guide to publishing', () => {
  const lines = readGuide(readFileSync('docs/publish.md', 'utf8')).flatMap((step) =>
    'script' in step ? step.script.trim().split('\n') : [],
  );

  test.each(lines)('can type it in sh, in PowerShell and in cmd, which read the same words: %s', (line) => {
    const words = readPowerShell(line);
    expect(readCmd(line)).toEqual(words);
    const read = execFileSync('sh', ['-c', `for word in ${line}; do printf '%s\\0' "$word"; done`], {
      encoding: 'utf8',
    });
    expect(read.split('\0').slice(0, -1)).toEqual(words);
  });

  test('needs no program but Node, npm and git, and a shell that can change to a folder', () => {
    expect([...new Set(lines.map((line) => line.split(' ')[0]))].sort()).toEqual([
      ...['cd', 'git', 'mkdir', 'node', 'npm', 'npx'],
    ]);
  });
});
