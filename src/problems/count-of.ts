/** `1 file`, `1,200 files`. */
export function formatCount(count: number, noun: string): string {
  // Not by toLocaleString: what it looks up takes longer the first time than a build that has nothing to do.
  const digits = String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return `${digits} ${noun}${count === 1 ? '' : 's'}`;
}
