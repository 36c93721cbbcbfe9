import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quoted } from '../../../src/commands/shell-word.ts';
import { readCmd } from '../../support/shells/read-cmd.ts';
import { readPowerShell } from '../../support/shells/read-powershell.ts';

/**
 * What shells act upon, and file names may have. Those of Windows have no double quote, angle bracket or bar, nor a colon after the
 * drive's.
 */
const ANYWHERE = [..."$`%!^&();,'‘’‚‛“”„@#{}[]~=+-_. \u{E4}1aB"];
const PIECES = [...ANYWHERE, '$(id)', '%PATH%', 'C:', '=ls', '--%', '\\\\', '`n', "''", './'];
const nameOnWindows = fc.array(fc.constantFrom(...PIECES, '\\'), { minLength: 1, maxLength: 12 }).map(joined);
const nameOnPosix = fc
  .array(fc.constantFrom(...PIECES, '\\', '"', '<', '>', '|', '*', '?', '\n'), { minLength: 1, maxLength: 12 })
  .map(joined);

function joined(pieces: string[]): string {
  return pieces.join('');
}

/** A path as Windows reads it: it takes both slashes, and a folder's path may end with one or begin with its own folder. */
function asPath(word: string): string {
  return word.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '/');
}

describe('a word of a command', () => {
  test.each([
    ['linux', 'a b.csv', "'a b.csv'"],
    ['linux', "it's.csv", `"it's.csv"`],
    ['linux', "it's $5.csv", `'it'"'"'s $5.csv'`],
    ['linux', 'l’eau.csv', '"l’eau.csv"'],
    ['linux', 'C:\\x.csv', "'C:\\x.csv'"],
    ['linux', '$(id).csv', "'$(id).csv'"],
    ['linux', '=ls', "'=ls'"],
    ['win32', 'C:\\data\\x.csv', 'C:\\data\\x.csv'],
    ['win32', 'C:\\my data\\x.csv', '"C:\\my data\\x.csv"'],
    ['win32', 'C:\\my data\\', '"C:\\my data\\\\"'],
    ['win32', "it's.csv", '"it\'s.csv"'],
    ['win32', 'a,b.csv', '"a,b.csv"'],
    ['win32', 'a & b.csv', '"a & b.csv"'],
    ['win32', '$name.csv', "'$name.csv'"],
    ['win32', "it's $5.csv", "'it''s $5.csv'"],
    ['win32', 'a’b`n.csv', "'a’’b`n.csv'"],
    ['win32', 'a$(calc).csv', `a'$'"(calc).csv"`],
    ['win32', '$(calc).csv', `./'$'"(calc).csv"`],
    ['win32', 'C:\\my $1 & $2.csv', `C:/my" "'$'"1 & "'$'"2.csv"`],
  ])('is quoted for a shell of %s: %s', (platform, word, expected) => {
    expect(quoted(word, platform)).toBe(expected);
  });

  test('is one word to sh, whatever it contains', () => {
    fc.assert(
      fc.property(fc.array(nameOnPosix, { minLength: 50, maxLength: 50 }), (words) => {
        const script = `for word in ${words.map((it) => quoted(it, 'linux')).join(' ')}; do printf '%s\\0' "$word"; done`;
        expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)).toEqual(words);
      }),
      { numRuns: 10 },
    );
  });

  test('has no orders for a PowerShell that reads what is meant for sh', () => {
    fc.assert(
      fc.property(nameOnPosix, (word) => {
        fc.pre(quoted(word, 'linux') !== word);
        expect(readPowerShell(quoted(word, 'linux')).join('')).toBe(word);
      }),
    );
  });

  test('is one word to PowerShell on Windows, and names the same file', () => {
    fc.assert(
      fc.property(nameOnWindows, (word) => {
        expect(readPowerShell(quoted(word, 'win32')).map(asPath)).toEqual([asPath(word)]);
      }),
    );
  });

  test('has no orders for cmd, which reads it as PowerShell does unless it has what only one of them acts upon', () => {
    fc.assert(
      fc.property(nameOnWindows, (word) => {
        const read = readCmd(quoted(word, 'win32'));
        if (!/[$`“”„]/.test(word)) expect(read.map(asPath)).toEqual([asPath(word)]);
        // Git brings a bash for Windows, in which nothing may run either.
        expect(outsideQuotes(quoted(word, 'win32'))).not.toMatch(/[$`&;()|<>!]/);
      }),
    );
  });

  test('cannot end a command of Windows with a double quote, which no file name there has', () => {
    expect(quoted('a" & calc & "b', 'win32')).toBe('"a & calc & b"');
  });
});

/** What bash reads outside quotes, and what it expands in double ones. */
function outsideQuotes(line: string): string {
  return line.replace(/'[^']*'|"((?:[^"\\]|\\[\s\S])*)"/g, (_, double = '') => double.replace(/[^$`]/g, ''));
}
