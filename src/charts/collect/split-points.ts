import { MAX_SERIES } from '../../contract/limits.ts';
import { usualStep } from './continuity.ts';

/** A value of one time, and what the columns that may name its series say. */
interface LabelledPoint {
  position: number;
  value: number;
  labels: readonly string[];
}

/** A label stands for a period, such as a president, if it changes at most once in this many records. */
const PERIODS = 3;
/** Labels name series if the values of one differ from each other by at most this share of what neighbouring values do. */
const CLOSER = 0.7;

/**
 * Whether points that each have a time of their own are one series. They are several if values with the same label are much closer to each
 * other than neighbouring values are. Otherwise, if the times are uneven, they are single events, which no line joins; `label` then tells up
 * to four kinds apart. `label` is the index of the label that names the series; null if there is one series.
 */
export function splitPoints(given: readonly LabelledPoint[]): { label: number | null; isJoined: boolean } {
  const points = [...given].sort((a, b) => a.position - b.position);
  const usual = meanStep([points]);
  const labels = [...(points[0]?.labels.keys() ?? [])].flatMap((label) => {
    const groups = [...Map.groupBy(points, (point) => point.labels[label]).values()];
    const changes = points.filter((point, at) => point.labels[label] !== points[at - 1]?.labels[label]).length;
    return changes * PERIODS <= points.length ? [] : [{ label, count: groups.length, step: meanStep(groups) }];
  });
  const naming = labels.filter(({ count }) => count > 1 && count * PERIODS <= points.length);
  const [closest] = naming.toSorted((a, b) => a.step - b.step);
  if (closest && closest.step <= usual * CLOSER) return { label: closest.label, isJoined: true };
  if (labels.length === 0 || usualStep(points.map(({ position }) => position)) !== null)
    return { label: null, isJoined: true };
  return { label: naming.find(({ count }) => count <= MAX_SERIES)?.label ?? null, isJoined: false };
}

/** Mean difference between consecutive values of the same group. */
function meanStep(groups: readonly (readonly LabelledPoint[])[]): number {
  const steps = groups.flatMap((group) =>
    group.slice(1).map(({ value }, at) => Math.abs(value - (group[at]?.value ?? 0))),
  );
  return steps.reduce((sum, step) => sum + step, 0) / Math.max(1, steps.length);
}
