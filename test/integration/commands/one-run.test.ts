import { describe, expect, test } from 'vitest';
import { type CheckedFile, checkData } from '../../../src/commands/check-data.ts';
import type { Problem } from '../../../src/problems/problem.ts';
import { laterPatch, type SidecarPatch } from '../../../src/problems/sidecar-patch.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

/*
 * Whoever pastes what one check proposes, and chooses where there is a choice, has nothing left to paste: a second check proposes nothing.
 */

const isProposed = ({ fixes }: Problem): boolean => fixes.length > 0;

function check(file: string, patch: SidecarPatch = {}): CheckedFile {
  const rawData = rawDataWith(withSidecar('economy/x', file, { ...patch }));
  const [found] = checkData(rawData, []).files;
  if (!found) throw new Error('the sidecar was refused');
  return found;
}

/** The entry of a check, and one fix of each problem that has several. */
function everythingOf({ entry, problems, remaining }: CheckedFile, choice: number): SidecarPatch {
  const open = [...problems, ...remaining].filter(({ fixes }) => fixes.length > 1);
  return open.reduce(
    (all, { fixes }) => laterPatch(all, fixes[Math.min(choice, fixes.length - 1)]?.patch ?? {}),
    entry,
  );
}

const CASES: Readonly<Record<string, string>> = {
  'two formats, and points that separate one or the other':
    'place;amount;price;share\nA;1.234;1,5;5%\nB;5.678;2,5;7%\nC;9.012;3,25;8%\n',
  'points in two columns, and other doubts':
    "place;a;b;c;d\nA;1.234;2.345;1'234;1\nB;5.678;6.789;5'678;2\nC;9.012;1.111;9'012;3\n",
  'a format that can be read in two ways, beside points': 'place;a;b\nA;1,234;1.234\nB;5,678;5.678\nC;9,012;9.012\n',
  'a name that occurs twice, above two formats and points':
    'place;amount;amount;price\nA;1.234;2;1,5\nB;5.678;3;2,5\nC;9.012;4;3,25\n',
  'a title and a note, around formats and points':
    'A title\n\nplace;amount;price;share\nA;1.234;1,5;5%\nB;5.678;2,5;7%\nC;9.012;3,25;8%\nSource: somebody\n',
};

describe.each(Object.keys(CASES))('of a file with %s', (name) => {
  const file = CASES[name] as string;

  test.each([0, 1])('one check proposes all, whatever is chosen (%i)', (choice) => {
    const first = check(file);
    expect([...first.problems, ...first.remaining].filter(isProposed).length).toBeGreaterThan(0);
    const second = check(file, everythingOf(first, choice));
    expect(second.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect([...second.problems, ...second.remaining].filter(isProposed)).toEqual([]);
  });
});

test('a value that is wrong in one column hides no doubt about another', () => {
  const file = 'place;amount;price\nA;1;1,5\nB;ca. 5;2,5\n';
  const { problems, entry } = check(file, { columns: { amount: { type: 'int64' } } });
  expect(problems.map(({ code }) => code)).toEqual(['column-undescribed', 'number-format', 'type-mismatch']);
  expect(entry).toEqual({ columns: { price: { decimal: ',' } } });
});
