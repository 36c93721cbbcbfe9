/** Least common multiple of two positive integers. */
export function leastCommonMultiple(a: number, b: number): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  return (a / divisor(a, b)) * b;
}
