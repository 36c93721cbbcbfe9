/**
 * Chooses the content coding in `offered` that has the highest weight in `Accept-Encoding` (RFC 9110, section 12.5.3); if several do, the
 * first one. Null if the response should not be compressed, for example because the field is absent.
 */
export function negotiateEncoding<T extends string>(acceptEncoding: string | null, offered: readonly T[]): T | null {
  if (acceptEncoding === null) return null;
  const weights = parseWeights(acceptEncoding);
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = Math.max(...offered.map(weightOf));
  const isWanted = best > 0 && best >= (weights.get('identity') ?? 0);
  return (isWanted && offered.find((coding) => weightOf(coding) === best)) || null;
}

const WEIGHT = /^(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/;

/** Weight of each coding, from 0 to 1. Codings with an invalid weight are omitted. */
function parseWeights(field: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of field.toLowerCase().split(',')) {
    const [coding, ...parameters] = item.split(';').map((part) => part.trim()) as [string, ...string[]];
    const weight = parameters.find((part) => part.startsWith('q='))?.slice(2) ?? '1';
    if (WEIGHT.test(weight)) weights.set(coding, Number(weight));
  }
  return weights;
}
