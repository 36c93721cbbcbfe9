import type { SiteReport } from '../../src/pipeline/report.ts';
import { formatCount, formatProblem, groupDigits } from '../../src/problems/format-problem.ts';
import { firstOfEachKind } from '../../src/problems/problem.ts';
import type { Settings } from '../../src/settings/settings.ts';

/** The datasets that a summary names: the largest. */
const MAX_DATASETS = 30;
/** The UTF-16 code units of the problems that a summary shows. Hosts of builds cut off, or refuse, summaries of more than a megabyte. */
const MAX_PROBLEM_TEXT = 100_000;

/** A summary of a build in Markdown, for the page that a host of builds shows: what was published, where it will be, and what is wrong. */
export function formatSummary(
  { ok, published, datasets, problems, files, bytes }: SiteReport,
  { site, base }: Pick<Settings, 'site' | 'base'>,
): string {
  const rows = datasets.reduce((sum, dataset) => sum + dataset.rows, 0);
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  const hints = problems.length - errors;
  const counts = [formatCount(datasets.length, 'dataset'), formatCount(rows, 'row'), formatCount(files, 'file')];
  const title = published ? `${counts.join(', ')}, ${megabytes(bytes)}` : 'Nothing was published';
  const parts = [`### Almanac: ${title}`];
  if (!ok) parts.push(`${published ? 'Some datasets are left out: ' : ''}${formatCount(errors, 'problem')} to solve.`);
  if (published && site !== null) parts.push(`The catalogue is made for <${site}${base}>.`);
  if (datasets.length > 0) parts.push(tableOf(datasets));
  if (problems.length > 0) {
    const title = `${formatCount(errors, 'problem')} to solve, ${formatCount(hints, 'hint')}`;
    const text = firstOfEachKind(problems).map(formatProblem).join('\n\n');
    parts.push(`<details${ok ? '' : ' open'}><summary>${title}</summary>`, fenced(text), '</details>');
  }
  return `${parts.join('\n\n')}\n\n`;
}

function tableOf(datasets: SiteReport['datasets']): string {
  const largest = [...datasets].sort((a, b) => b.bytes - a.bytes).slice(0, MAX_DATASETS);
  const rows = largest.map((it) => {
    // The name of a dataset is of letters, digits and hyphens.
    const cells = [it.config, groupDigits(it.rows), groupDigits(it.files), megabytes(it.bytes)];
    return `| ${cells.join(' | ')} |`;
  });
  const rest = datasets.length - largest.length;
  const more = rest > 0 ? [`\nand ${formatCount(rest, 'smaller dataset')}`] : [];
  return ['| Dataset | Rows | Files | Size |', '| --- | ---: | ---: | ---: |', ...rows, ...more].join('\n');
}

/** A text as it is, whatever marks of Markdown or HTML it has: the fence is longer than any row of backticks in it. */
function fenced(text: string): string {
  const shown = text.length > MAX_PROBLEM_TEXT ? `${text.slice(0, MAX_PROBLEM_TEXT)}…` : text;
  const longest = Math.max(2, ...Array.from(shown.matchAll(/`+/g), ([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${shown}\n${fence}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
