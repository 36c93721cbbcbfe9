import { expect, test } from 'vitest';
import { reportBuild } from '../../../src/astro/report-build.ts';
import type { DatasetReport } from '../../../src/model.ts';
import type { BuildReport } from '../../../src/pipeline/report.ts';
import type { Problem } from '../../../src/problems/problem.ts';

function problem(severity: 'error' | 'hint', line: number): Problem {
  const code = severity === 'error' ? 'row-too-long' : 'duplicate-rows';
  return {
    severity,
    code,
    file: 'economy/x.csv',
    line,
    column: null,
    message: 'What is wrong.',
    excerpt: null,
    help: 'Do this.\nThen that.',
    fixes: [],
  } as unknown as Problem;
}

function printed(report: Pick<BuildReport, 'published' | 'problems'>, ...rows: number[]): string[] {
  const datasets = rows.map((count) => ({ rows: count }) as DatasetReport);
  const lines: string[] = [];
  const all = { ok: report.published, files: [], fixable: [], datasets, ...report };
  reportBuild(all, (line) => lines.push(line));
  return lines;
}

test('a build without problems is reported with its datasets and rows', () => {
  expect(printed({ published: true, problems: [] }, 1)).toEqual(['published 1 dataset, 1 row']);
  expect(printed({ published: true, problems: [] }, 1200, 34)).toEqual(['published 2 datasets, 1,234 rows']);
});

test('hints come before errors, each with its help on lines of their own, and errors are counted', () => {
  const problems = [problem('error', 1), problem('hint', 2)];
  expect(printed({ published: true, problems }, 7)).toEqual([
    'economy/x.csv:2  hint duplicate-rows  What is wrong.',
    '    Do this.',
    '    Then that.',
    'economy/x.csv:1  row-too-long  What is wrong.',
    '    Do this.',
    '    Then that.',
    'published 1 dataset, 7 rows; left some out because of 1 problem, see above',
  ]);
});

test('hints alone leave nothing out', () => {
  expect(printed({ published: true, problems: [problem('hint', 2)] }, 7).at(-1)).toBe('published 1 dataset, 7 rows');
});

test('a problem that many rows have is printed for the first of them, and each row counts', () => {
  const problems = Array.from({ length: 30 }, (_, at) => problem('error', at + 2));
  const lines = printed({ published: true, problems });
  expect(lines.filter((line) => line.startsWith('economy/')).length).toBeLessThan(30);
  expect(lines.at(-1)).toBe('published 0 datasets, 0 rows; left some out because of 30 problems, see above');
});

test('a build that published nothing says why', () => {
  expect(printed({ published: false, problems: [] }, 7)).toEqual(['published nothing, because of the problems above']);
});
