import { formatPublished, type SiteReport } from '../../src/pipeline/report.ts';
import {
  countProblems,
  formatCount,
  formatMegabytes,
  formatProblem,
  groupDigits,
} from '../../src/problems/format-problem.ts';
import { firstOfEachKind } from '../../src/problems/problem.ts';
import type { Settings } from '../../src/settings/settings.ts';

const MAX_DATASETS = 30;
/** Maximum length of the problems in a summary, in UTF-16 code units. CI services truncate or reject summaries of more than a megabyte. */
const MAX_PROBLEM_TEXT = 100_000;

/** Formats a summary in Markdown, for the page of a build on a CI service: the published datasets, the site's address and the problems. */
export function formatSummary(report: SiteReport, { site, base }: Pick<Settings, 'site' | 'base'>): string {
  const { ok, published, datasets, problems } = report;
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const parts = [`### Almanac: ${published ? formatPublished(report) : 'Nothing was published'}`];
  if (!ok) parts.push(`${published ? 'Some datasets are left out: ' : ''}${formatCount(errors, 'problem')} to solve.`);
  if (published && site !== null) parts.push(`The catalogue is built for <${site}${base}>.`);
  if (datasets.length > 0) parts.push(tableOf(datasets));
  if (problems.length > 0) {
    const text = firstOfEachKind(problems).map(formatProblem).join('\n\n');
    const summary = `<summary>${countProblems(problems)}</summary>`;
    parts.push(`<details${ok ? '' : ' open'}>${summary}`, fenced(text), '</details>');
  }
  return `${parts.join('\n\n')}\n\n`;
}

function tableOf(datasets: SiteReport['datasets']): string {
  const largest = [...datasets].sort((a, b) => b.bytes - a.bytes).slice(0, MAX_DATASETS);
  const rows = largest.map((it) => {
    // Config names need no escaping: they consist of lower-case letters, digits, hyphens and underscores.
    const cells = [it.config, groupDigits(it.rows), groupDigits(it.files), formatMegabytes(it.bytes)];
    return `| ${cells.join(' | ')} |`;
  });
  const rest = datasets.length - largest.length;
  const more = rest > 0 ? [`\nand ${formatCount(rest, 'smaller dataset')}`] : [];
  return ['| Dataset | Rows | Files | Size |', '| --- | ---: | ---: | ---: |', ...rows, ...more].join('\n');
}

/** Formats text as a code block, truncated if it is too long. The fence is longer than any run of backticks in the text. */
export function fenced(text: string): string {
  const shown = text.length > MAX_PROBLEM_TEXT ? `${text.slice(0, MAX_PROBLEM_TEXT)}…` : text;
  const longest = Math.max(2, ...Array.from(shown.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${shown}\n${fence}`;
}
