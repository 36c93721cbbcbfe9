import type { Problem, Report } from './problem.ts';

/** A report that passes on what it is told, and keeps it in a list as well. */
export function keeping(kept: Problem[], report: Report): Report {
  return (it) => {
    kept.push(it);
    report(it);
  };
}
