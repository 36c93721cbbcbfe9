/**
 * A line through points as the path of an SVG, in steps from point to point and in tenths: that takes half the space of coordinates, and
 * compresses well, since times are mostly even. Rounding errors do not add up, since every step starts where the rounded one before it
 * ended.
 */
export function relativePath(points: readonly (readonly [number, number])[]): string {
  let [x, y] = [0, 0];
  const steps = points.map(([toX, toY], index) => {
    const [nextX, nextY] = [Math.round(toX * 10), Math.round(toY * 10)];
    const step = `${(nextX - x) / 10} ${(nextY - y) / 10}`;
    [x, y] = [nextX, nextY];
    return index === 0 ? `M${step}l` : step;
  });
  return (steps[0] ?? '') + steps.slice(1).join(' ');
}
