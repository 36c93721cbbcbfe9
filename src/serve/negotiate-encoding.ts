/**
 * Chooses the content coding in `offered` that has the highest weight in `Accept-Encoding` (RFC 9110, section 12.5.3); if several do, the
 * first one. Null if the response should not be compressed, for example because the field is absent.
 */
export function negotiateEncoding<T extends string>(acceptEncoding: string | null, offered: readonly T[]): T | null {
  if (acceptEncoding === null) return null;
  const weights = parseWeights(acceptEncoding);
  const identity = weights.get('identity') ?? 0;
  let best: T | null = null;
  let bestWeight = 0;
  for (const coding of offered) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    if (weight > bestWeight && weight >= identity) {
      best = coding;
      bestWeight = weight;
    }
  }
  return best;
}

/** Weight of each coding, from 0 to 1. Codings with an invalid weight are omitted. */
function parseWeights(field: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const item of field.toLowerCase().split(',')) {
    const [coding, ...parameters] = item.split(';').map((part) => part.trim()) as [string, ...string[]];
    const parameter = parameters.find((part) => part.startsWith('q='));
    const weight = parameter === undefined ? 1 : parseWeight(parameter.slice(2));
    if (weight !== null) weights.set(coding, weight);
  }
  return weights;
}

function parseWeight(text: string): number | null {
  return /^(?:0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : null;
}
