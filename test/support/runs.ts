/** Divides the number of random cases, by the value of the environment variable PROOF. */
const DIVISORS: Readonly<Record<string, number>> = { full: 1, quick: 10 };

/** A property draws no fewer cases in a quick run, unless it has fewer in a full one. */
const FEWEST = 10;

/** The number of random cases to draw for a property: all of them, or with `PROOF=quick` a tenth. */
export function runs(full: number): number {
  return Math.min(full, Math.max(FEWEST, Math.ceil(full / divisorOf())));
}

/** The cases of a long list that a run tries: all of them, or with `PROOF=quick` each tenth. */
export function casesOf<T>(all: readonly T[]): T[] {
  const divisor = divisorOf();
  return all.filter((_, index) => index % divisor === 0);
}

function divisorOf(): number {
  const proof = process.env.PROOF ?? 'full';
  const divisor = DIVISORS[proof];
  if (divisor === undefined) throw new Error(`PROOF is "${proof}", but must be "quick" or "full".`);
  return divisor;
}
