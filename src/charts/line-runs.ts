import type { ChartSeries } from '../contract/chart-document.ts';

/** Unbroken runs of points in the line of a series, in order. A run may be a single, isolated point. */
export function lineRuns(
  { values, reach, passesNulls, restDays = [] }: Pick<ChartSeries, 'values' | 'reach' | 'passesNulls' | 'restDays'>,
  positions: readonly number[],
): { position: number; value: number }[][] {
  const runs: ReturnType<typeof lineRuns> = [];
  let before: number | null = null;
  values.forEach((value, index) => {
    const position = positions[index] ?? 0;
    if (value === null) {
      if (!passesNulls && !isRestDay(position, restDays)) before = null;
      return;
    }
    if (before === null || (reach !== null && position - before > reach)) runs.push([]);
    runs.at(-1)?.push({ position, value });
    before = position;
  });
  return runs;
}

/** Whether a position, in days since 1970, falls on one of the given days of the week. */
export function isRestDay(position: number, restDays: readonly number[]): boolean {
  return restDays.length > 0 && restDays.includes(dayOfWeek(position));
}

/** Day of the week of a position in days since 1970, in UTC: 0 for Sunday to 6 for Saturday. */
export function dayOfWeek(position: number): number {
  // 1 January 1970 was a Thursday.
  return (((Math.floor(position) + 4) % 7) + 7) % 7;
}
