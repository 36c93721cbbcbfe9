import { expect, test } from 'vitest';
import { formatSummary } from '../../../scripts/summary/format-summary.ts';
import type { SiteReport } from '../../../src/pipeline/report.ts';
import { problem } from '../../../src/problems/problem.ts';

const REPORT: SiteReport = {
  ok: true,
  published: true,
  datasets: [
    { config: 'small', rows: 2, files: 9, bytes: 1e5 },
    { config: 'large', rows: 1200, files: 40, bytes: 25e5 },
  ],
  problems: [],
  files: 1049,
  bytes: 123e5,
  seconds: 2,
};
const SITE = { site: 'https://org.github.io', base: '/repo/' };

test('a summary counts what was published, says for which address, and lists the datasets, the largest first', () => {
  expect(formatSummary(REPORT, SITE)).toBe(`### Almanac: 2 datasets, 1,202 rows, 1,049 files, 12.3 MB

The catalogue is built for <https://org.github.io/repo/>.

| Dataset | Rows | Files | Size |
| --- | ---: | ---: | ---: |
| large | 1,200 | 40 | 2.5 MB |
| small | 2 | 9 | 0.1 MB |

`);
  expect(formatSummary(REPORT, { site: null, base: '/' })).not.toContain('made for');
});

test('of many datasets, a summary names the thirty largest', () => {
  const datasets = Array.from({ length: 40 }, (_, at) => ({ config: `d${at}`, rows: 1, files: 1, bytes: at }));
  const text = formatSummary({ ...REPORT, datasets }, SITE);
  expect(text.match(/^\| d\d+ /gm)).toHaveLength(30);
  expect(text).toContain('| d10 |');
  expect(text).not.toContain('| d9 |');
  expect(text).toContain('\n\nand 10 smaller datasets\n');
});

test('a summary shows problems open if nothing was published, and hints folded away', () => {
  const error = problem('header-missing', { file: 'a.csv' }, 'no header', 'Add one.');
  const hint = problem('records-none', { file: 'b.csv' }, 'no records', 'Check it.');
  const refused = { ...REPORT, ok: false, published: false, datasets: [], problems: [error, hint] };
  expect(formatSummary(refused, SITE)).toBe(`### Almanac: Nothing was published

1 problem to solve.

<details open><summary>1 problem to solve, 1 hint</summary>

\`\`\`text
a.csv  header-missing  no header
    Add one.

b.csv  hint records-none  no records
    Check it.
\`\`\`

</details>

`);
  expect(formatSummary({ ...REPORT, problems: [hint] }, SITE)).toContain(
    '<details><summary>0 problems to solve, 1 hint</summary>',
  );
  const partly = formatSummary({ ...REPORT, ok: false, problems: [error] }, SITE);
  expect(partly).toContain('Some datasets are left out: 1 problem to solve.');
});

test('texts of a problem stay inside their fence, whatever marks they have', () => {
  const message = 'the name "```</details><script>alert(1)</script>````" is odd';
  const text = formatSummary({ ...REPORT, problems: [problem('names-alike', { file: 'x' }, message, '')] }, SITE);
  const [, fence, shown] = /^(`+)text\n(.*?)\n\1$/ms.exec(text) ?? [];
  expect(fence).toBe('`````');
  expect(shown).toContain(message);
});

test('a summary stays far below the megabyte that hosts of builds take', () => {
  const problems = Array.from({ length: 2000 }, (_, at) =>
    problem('header-missing', { file: `${at}.csv` }, 'm'.repeat(500), 'h'.repeat(2000)),
  );
  expect(formatSummary({ ...REPORT, problems }, SITE).length).toBeLessThan(110_000);
});
