import {
  type GeneratedMapping,
  GREATEST_LOWER_BOUND,
  generatedPositionFor,
  LEAST_UPPER_BOUND,
  type SourceMapInput,
  TraceMap,
} from '@jridgewell/trace-mapping';
import type { Mutant } from '../mutant.ts';

/** What V8 records of a process, in UTF-16 offsets, with the source maps that Node adds to it. */
export interface CoverageReport {
  result: readonly ScriptCoverage[];
  'source-map-cache'?: Readonly<Record<string, CachedMap>>;
}

/** A script that V8 has run, with the ranges of its functions, and of the blocks in them that ran less often. */
interface ScriptCoverage {
  url: string;
  functions: readonly { ranges: readonly Range[] }[];
}

interface Range {
  startOffset: number;
  /** Exclusive. */
  endOffset: number;
  count: number;
}

interface CachedMap {
  /** Without the characters that end them. */
  lineLengths: readonly number[];
  /** With the URLs of the sources; null if the map was not there. */
  data: { sources: readonly string[]; mappings: string } | null;
}

/** A mutant, and where its code is in a script. */
interface Place {
  mutant: Mutant;
  offset: number;
}

/** Finds the mutants whose code has run, in a source or in a bundle of sources. */
export class RunMutants {
  readonly #byFile: ReadonlyMap<string, readonly Mutant[]>;
  /** Places in bundles, by the mappings of their source maps: most processes run the same ones. */
  readonly #known = new Map<string, readonly Place[]>();

  constructor(mutants: readonly Mutant[]) {
    this.#byFile = Map.groupBy(mutants, ({ file }) => file);
  }

  /** The mutants whose code a process has run. */
  *in({ result, 'source-map-cache': maps = {} }: CoverageReport): Generator<Mutant, void, undefined> {
    for (const script of result) yield* runPlaces(script, this.#placesIn(script.url, maps[script.url]));
  }

  /** By their offsets. */
  #placesIn(url: string, map: CachedMap | undefined): readonly Place[] {
    if (!map?.data) return inOrder(this.#mutantsOf(url).map((mutant) => ({ mutant, offset: mutant.start })));
    const known = this.#known.get(map.data.mappings);
    if (known) return known;
    const places = inOrder(this.#placesInBundle(map.data, map.lineLengths));
    this.#known.set(map.data.mappings, places);
    return places;
  }

  /** The mutants of a source, by its URL. */
  #mutantsOf(url: string): readonly Mutant[] {
    const file = /^file:.*\/(src\/.+\.ts)$/.exec(url)?.[1] ?? '';
    return this.#byFile.get(file) ?? [];
  }

  #placesInBundle(data: NonNullable<CachedMap['data']>, lineLengths: readonly number[]): Place[] {
    const starts = startsOfLines(lineLengths);
    const map = new TraceMap(data as SourceMapInput);
    return data.sources.flatMap((source) =>
      this.#mutantsOf(source).flatMap((mutant) =>
        nearestTo(map, source, mutant).map(({ line, column }) => ({
          mutant,
          offset: (starts[line - 1] as number) + column,
        })),
      ),
    );
  }
}

/**
 * What a map has nearest before and after the start of a mutant, since it does not have every operator and comma. Nothing if a bundle is without
 * that line.
 */
function nearestTo(map: TraceMap, source: string, { line, column }: Mutant): GeneratedMapping[] {
  return ([GREATEST_LOWER_BOUND, LEAST_UPPER_BOUND] as const)
    .map((bias) => generatedPositionFor(map, { source, line, column: column - 1, bias }))
    .filter((place) => place.line !== null);
}

/** Offsets at which lines begin. */
function startsOfLines(lengths: readonly number[]): number[] {
  const starts = [0];
  for (const length of lengths) starts.push((starts.at(-1) as number) + length + 1);
  return starts;
}

function inOrder(places: readonly Place[]): Place[] {
  return places.toSorted((a, b) => a.offset - b.offset);
}

/** The mutants at those places that have run: the innermost range decides. Ranges are nested. */
function* runPlaces({ functions }: ScriptCoverage, places: readonly Place[]): Generator<Mutant, void, undefined> {
  if (places.length === 0) return;
  const ranges = functions
    .flatMap((it) => it.ranges)
    .sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  const around: Range[] = [];
  let next = 0;
  for (const { mutant, offset } of places) {
    for (let range = ranges[next]; range && range.startOffset <= offset; range = ranges[++next]) {
      dropEnded(around, range.startOffset);
      around.push(range);
    }
    dropEnded(around, offset);
    if ((around.at(-1)?.count ?? 0) > 0) yield mutant;
  }
}

/** Removes the ranges that end before an offset from a stack of nested ranges. */
function dropEnded(around: Range[], offset: number): void {
  while ((around.at(-1)?.endOffset ?? Number.POSITIVE_INFINITY) <= offset) around.pop();
}
