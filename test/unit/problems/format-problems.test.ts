import { describe, expect, test } from 'vitest';
import { formatProblems } from '../../../src/problems/format-problem.ts';
import { type Problem, problem } from '../../../src/problems/problem.ts';

const place = { line: 3, column: 1, excerpt: 'x,y' };
const short = problem('row-too-short', { file: 'a.csv', place }, 'Short.', 'Fill it.');
const undescribed = (file: string, help = 'Describe them.'): Problem =>
  problem('column-undescribed', { file }, `says nothing about 1 of 2 columns: ${file}`, help);

describe('the problems of many files', () => {
  test('are printed in their order, but what is unfinished comes last, and says once what to do', () => {
    expect(formatProblems([undescribed('a'), short, undescribed('b')])).toEqual([
      'a.csv:3:1  row-too-short  Short.\n    | x,y\n    Fill it.',
      'a  hint column-undescribed  says nothing about 1 of 2 columns: a\nb  hint column-undescribed  says nothing about 1 of 2 columns: b\n    Describe them.',
    ]);
  });

  test('are together only if they are of one kind, and call for the same', () => {
    const license = problem('license-missing', { file: 'a' }, 'No licence.', 'Describe them.');
    expect(formatProblems([undescribed('a'), license, undescribed('b', 'Other.')])).toHaveLength(3);
  });

  test('stay as they are if there is a place to show', () => {
    const placed = problem('license-missing', { file: 'a', place }, 'No licence.', '');
    expect(formatProblems([placed, short]).map((it) => it.split(' ')[0])).toEqual(['a:3:1', 'a.csv:3:1']);
  });

  test('are shown twenty times, and then counted', () => {
    const many = (count: number): string[] => {
      const [text = ''] = formatProblems(Array.from({ length: count }, (_, index) => undescribed(`f${index}`)));
      return text.split('\n');
    };
    expect(many(20)).toHaveLength(21);
    expect(many(20).at(-2)).toContain('f19');
    expect(many(1022).slice(19)).toEqual([
      'f19  hint column-undescribed  says nothing about 1 of 2 columns: f19',
      'hint column-undescribed  1,002 more of the same kind',
      '    Describe them.',
    ]);
  });
});
