import type { DatasetReport } from '../../model.ts';
import { type Problem, problem } from '../../problems/problem.ts';

/** Share of the maximum size above which a site gets a hint, while there is still time to act. */
const NEARLY = 0.8;
/** The datasets that a message names. */
const MAX_NAMED = 3;

/**
 * The problem with the size of a static site, if any: a hint above four fifths of the maximum size, an error above it.
 * Sizes are in bytes.
 */
export function checkSize(bytes: number, largest: number, datasets: readonly DatasetReport[]): Problem[] {
  if (bytes < largest * NEARLY) return [];
  const isTooLarge = bytes > largest;
  const relation = isTooLarge ? 'more than' : `${Math.floor((100 * bytes) / largest)} % of`;
  return [
    problem(
      isTooLarge ? 'site-too-large' : 'site-nearly-too-large',
      { file: null },
      `the site has ${megabytes(bytes)}, ${relation} the ${megabytes(largest)} of --max-size${largestOf(datasets)}`,
      'To make it smaller, leave out download formats (--formats csv), page sizes other than 100, or --precompress; ' +
        'leave out datasets with --only; or publish it on a host that takes more, and raise --max-size.',
    ),
  ];
}

function largestOf(datasets: readonly DatasetReport[]): string {
  const named = [...datasets].sort((a, b) => b.bytes - a.bytes).slice(0, MAX_NAMED);
  if (named.length === 0) return '';
  const list = named.map(({ config, bytes }) => `${config} (${megabytes(bytes)})`).join(', ');
  return `; ${named.length === 1 ? 'its dataset is' : 'its largest datasets are'} ${list}`;
}

/** Rounded up, so that no size above a limit looks as large as the limit. */
function megabytes(bytes: number): string {
  return `${(Math.ceil(bytes / 100_000) / 10).toFixed(1)} MB`;
}
