import { ticks as niceTicks } from 'd3-array';
import type { TimeKind } from '../../contract/chart-document.ts';
import { tickFormat, tidy } from '../numbers.ts';
import { DAY, positionAt, timeAt, timeLabels } from '../times.ts';

/** Maps values to coordinates. */
export type Scale = (value: number) => number;

export interface Tick {
  value: number;
  label: string;
}

/** Returns a linear scale that clamps values to the range. If the range is a single value, all values map to the middle. */
export function linearScale(from: number, to: number, start: number, end: number): Scale {
  // Halve the values first, since the difference between two doubles may overflow.
  const range = to / 2 - from / 2;
  return (value) => {
    const share = range === 0 ? 0.5 : (value / 2 - from / 2) / range;
    return start + Math.min(1, Math.max(0, share)) * (end - start);
  };
}

/** Values with a smaller magnitude than this are drawn as zero. */
const SMALLEST = 1e-290;
/** Minimum range relative to the largest magnitude. A smaller range is widened, since its ticks would lack precision. */
const MIN_RANGE = 1e-9;

/**
 * Range of a value axis, and its ticks, usually at round numbers. All values, after clamping, lie between the first and last
 * ticks. If the unit has a multiplier, tick labels show the multiplied numbers.
 */
export function valueAxis(
  values: readonly number[],
  count: number,
  withZero: boolean,
  language: string,
  unit: string | null,
): { from: number; to: number; ticks: Tick[] } {
  let [least, greatest] = [Math.min(...values), Math.max(...values)];
  if (withZero || (least > 0 && least < greatest / 2)) least = Math.min(0, least);
  if (withZero || (greatest < 0 && greatest > least / 2)) greatest = Math.max(0, greatest);
  [least, greatest] = [clamp(least), clamp(greatest)];
  if (greatest - least <= Math.max(Math.abs(least), Math.abs(greatest)) * MIN_RANGE) {
    const room = least === 0 ? 1 : Math.abs(least) / 10;
    [least, greatest] = [
      least > 0 ? Math.max(0, least - room) : least - room,
      greatest < 0 ? Math.min(0, greatest + room) : greatest + room,
    ];
  }
  let places = niceTicks(least, greatest, count);
  for (let fewer = count - 1; fewer > 1 && places.length > count + 1; fewer--)
    places = niceTicks(least, greatest, fewer);
  const [from = least, second = greatest] = places;
  const [step, to] = [second - from, places.at(-1) ?? greatest];
  /** A step before or after a tick, without floating-point errors, such as that of 0.1 + 0.2. */
  const beside = (value: number): number => (Math.abs(value) < step / 1000 ? 0 : tidy(value));
  const isSound = places.length > 1 && Number.isFinite(step) && step > 0;
  const all = isSound
    ? [...(from > least ? [beside(from - step)] : []), ...places, ...(to < greatest ? [beside(to + step)] : [])]
    : [least, greatest];
  return { from: all[0] as number, to: all.at(-1) as number, ticks: labelled(all, language, unit) };
}

/** Limits a magnitude to a quarter of the largest double and makes tiny values 0, so that calculations do not overflow or underflow. */
function clamp(value: number): number {
  const limit = Number.MAX_VALUE / 4;
  return Math.abs(value) < SMALLEST ? 0 : Math.min(limit, Math.max(-limit, value));
}

/** Ticks at round numbers; on an axis of logarithms, at the powers of ten. `room` is the number of labels that fit. */
export function numberTicks(
  { from, to, isLogarithmic = false }: { from: number; to: number; isLogarithmic?: boolean },
  room: number,
  language: string,
  unit: string | null = null,
): Tick[] {
  const places = niceTicks(clamp(from), clamp(to), room);
  if (!isLogarithmic) return labelled(places, language, unit);
  return labelled(places.filter(Number.isInteger), language, unit, (place) => 10 ** place);
}

function labelled(
  places: readonly number[],
  language: string,
  unit: string | null,
  numberAt = (place: number): number => place,
): Tick[] {
  const format = tickFormat(language, places.map(numberAt), unit);
  return places.map((value) => ({ value, label: format(numberAt(value)) }));
}

const YEAR = 365.2425 * DAY;

/** Ticks of a time axis. `room` is the number of labels that fit. */
export function timeTicks(
  kind: TimeKind,
  from: number,
  to: number,
  room: number,
  language: string,
  quarter: string,
): Tick[] {
  const ticksAt = (unit: TimeKind, places: readonly number[]): Tick[] => {
    const label = timeLabels(unit, language, quarter);
    const valueAt = (place: number): number => (unit === kind ? place : positionAt(kind, timeAt(unit, place)));
    const ticks = places.map((place) => ({ value: valueAt(place), label: label(place) }));
    return ticks.filter(({ value }) => value >= from && value <= to);
  };
  const [start, end] = [timeAt(kind, from), timeAt(kind, to)];
  const [first, last] = [new Date(start).getUTCFullYear(), new Date(end).getUTCFullYear()];
  if (kind === 'year' || (end - start) / YEAR >= Math.max(2.5, room / 2)) {
    const places = niceTicks(first, last, room).filter(Number.isInteger);
    // The last year is what most readers look for.
    return ticksAt('year', [...new Set([...(places.length > 0 ? places : [first]), last])]);
  }
  const months = (end - start) / (YEAR / 12);
  if (kind === 'quarter' || kind === 'month' || months >= room / 2) {
    const step = [1, 2, 3, 6, 12].find((size) => months / size <= room && (kind !== 'quarter' || size % 3 === 0)) ?? 12;
    const [unit, size] = kind === 'quarter' ? ([kind, 3] as const) : (['month', 1] as const);
    return ticksAt(unit, steps((first * 12) / size, (last * 12 + 11) / size, step / size));
  }
  const days = to - from;
  const size = [1, 2, 7, 14].find((count) => days / count <= room) ?? 14;
  return days < 2 ? ticksAt('datetime', [from, to]) : ticksAt('date', steps(Math.ceil(from), Math.floor(to), size));
}

function steps(from: number, to: number, step: number): number[] {
  const first = Math.ceil(from / step) * step;
  const count = Math.max(0, Math.floor((to - first) / step) + 1);
  return Array.from({ length: Math.min(count, 100) }, (_, index) => first + index * step);
}
