import type { Work } from '../src/build/progress.ts';
import { formatCount } from '../src/problems/format-problem.ts';

/** Seconds of a phase that tell too little of how long it takes. */
const TOO_SHORT = 1;

/**
 * Work as a line without names, in ASCII: what is counted of it; then, `seconds` after its phase began, the time left, or the time it took
 * so far where nothing tells how long it takes.
 */
export function formatWork({ phase, datasets, rows, files, bytes }: Work, seconds: number): string {
  const left = secondsLeft(bytes, seconds);
  const parts = [
    datasets && `${datasets.done}/${formatCount(datasets.all, 'dataset')}`,
    rows > 0 && formatCount(rows, 'row'),
    files > 0 && formatCount(files, 'file'),
    left !== null && `${(bytes.done / 1e6 / seconds).toFixed(1)} MB/s`,
    left === null ? timeOf(seconds) : `${timeOf(left)} left`,
  ];
  return `${phase.padEnd(9)} ${parts.filter((it) => it).join(', ')}`;
}

/**
 * Seconds until all bytes are read, in this phase and those after it, when they go on being read as fast as in this phase; null
 * where that is not known yet.
 */
export function secondsLeft({ done, all, later }: Work['bytes'], seconds: number): number | null {
  if (seconds < TOO_SHORT || done <= 0) return null;
  return ((Math.max(0, all - done) + later) * seconds) / done;
}

/** A time in its largest unit and the next: `8 s`, `2 min 5 s`, `3 h 40 min`. */
function timeOf(seconds: number): string {
  const whole = Math.ceil(seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes === 0) return `${whole} s`;
  return minutes < 60 ? `${minutes} min ${whole % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
