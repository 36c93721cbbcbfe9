import type { Work } from '../../src/pipeline/progress.ts';
import { formatCount } from '../../src/problems/format-problem.ts';

/** Minimum duration of a phase before its speed is used to estimate the remaining time. */
const MIN_SECONDS = 1;

/**
 * Formats work in progress as one line of ASCII, without names of datasets: the phase, the counts and speed, and the remaining time, or the
 * elapsed time if that is unknown. `seconds` is the time since the phase began.
 */
export function formatWork({ phase, datasets, rows, files, bytes }: Work, seconds: number): string {
  const left = secondsLeft(bytes, seconds);
  const parts = [
    datasets && `${datasets.done}/${formatCount(datasets.all, 'dataset')}`,
    rows > 0 && formatCount(rows, 'row'),
    files > 0 && formatCount(files, 'file'),
    left !== null && `${(bytes.done / 1e6 / seconds).toFixed(1)} MB/s`,
    left === null ? formatTime(seconds) : `${formatTime(left)} left`,
  ];
  return `${phase.padEnd(9)} ${parts.filter((it) => it).join(', ')}`;
}

/** Estimates the seconds until all bytes of this and later phases are read, at the average speed of this phase; null if unknown. */
export function secondsLeft({ done, all, later }: Work['bytes'], seconds: number): number | null {
  if (seconds < MIN_SECONDS || done <= 0) return null;
  return ((Math.max(0, all - done) + later) * seconds) / done;
}

/** Formats a duration in one or two units: `8 s`, `2 min 5 s`, `3 h 40 min`. */
function formatTime(seconds: number): string {
  const whole = Math.ceil(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes === 0) return `${whole} s`;
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
