import type { DatasetReport } from '../../model.ts';
import { type Problem, problem } from '../../problems/problem.ts';

/** A site of at least this fraction of the maximum size gets a hint, so that the publisher can act in time. */
const NEARLY = 0.8;
const MAX_NAMED = 3;

/**
 * Returns the problem with the size of a static site, if any: a hint at 80% of the maximum size or more, an error above the maximum.
 * Sizes are in bytes.
 */
export function checkSize(bytes: number, max: number, datasets: readonly DatasetReport[]): Problem[] {
  if (bytes < max * NEARLY) return [];
  const isTooLarge = bytes > max;
  const relation = isTooLarge ? 'more than' : `${Math.floor((100 * bytes) / max)}% of`;
  return [
    problem(
      isTooLarge ? 'site-too-large' : 'site-nearly-too-large',
      { file: null },
      `the site takes up ${megabytes(bytes)}, ${relation} the ${megabytes(max)} allowed by --max-size${largestOf(datasets)}`,
      'To make it smaller, publish fewer download formats (--formats csv), page sizes (--page-sizes 100) or datasets ' +
        '(--only), or build without --precompress. Otherwise, choose a host with a higher limit and raise --max-size.',
    ),
  ];
}

function largestOf(datasets: readonly DatasetReport[]): string {
  const named = [...datasets].sort((a, b) => b.bytes - a.bytes).slice(0, MAX_NAMED);
  if (named.length === 0) return '';
  const list = named.map(({ config, bytes }) => `${config} (${megabytes(bytes)})`).join(', ');
  return `; ${named.length === 1 ? 'its only dataset is' : 'its largest datasets are'} ${list}`;
}

/** Rounds up, so that a size above a limit does not look equal to the limit. */
function megabytes(bytes: number): string {
  return `${(Math.ceil(bytes / 100_000) / 10).toFixed(1)} MB`;
}
