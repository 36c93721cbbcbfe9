import { afterEach, expect, test, vi } from 'vitest';
import { reportBuild } from '../../../src/astro/report-build.ts';
import { unpublished } from '../../../src/pipeline/report.ts';
import { problem } from '../../../src/problems/problem.ts';

afterEach(() => vi.unstubAllEnvs());

test('a name in the data gives no orders to a job of GitHub Actions that builds a site of others', () => {
  const report = unpublished([problem('file-empty', { file: 'a##[add-mask]b.csv' }, 'is empty', 'x')]);
  const linesOf = (isInJob: boolean): string => {
    const lines: string[] = [];
    vi.stubEnv('GITHUB_ACTIONS', isInJob ? 'true' : '');
    reportBuild(report, (line) => lines.push(line));
    return lines.join('\n');
  };
  expect(linesOf(true)).toContain('a# #[add-mask]b.csv');
  expect(linesOf(false)).toContain('a##[add-mask]b.csv');
});
