import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BenchRun, formatRows, SIZES } from '../bench-run.ts';
import { buildCommand } from '../builds/builders.ts';
import { setAside } from '../builds/set-aside.ts';
import { COLUMNS, generateRawData } from '../data/generate.ts';
import { measure } from '../measure.ts';
import { formatSpread, type Spread, spreadOf } from '../ratios.ts';
import type { Section } from '../report.ts';

/** The sources that do nothing but make `profile.json`. */
const OF_PROFILES =
  /(?:^|\/)src\/(profile\/distribution\/|publish\/encode-profile\.ts|fast-path\/(count-texts|byte-text-counter)\.ts)/;

/** A CPU profile of V8 (https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile), as far as it is read. */
interface CpuProfile {
  nodes: readonly {
    id: number;
    callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
    children?: readonly number[];
  }[];
  samples: readonly number[];
  timeDeltas: readonly number[];
}

/**
 * Measures the share of a build that goes into `profile.json`, from the functions that are on the stack of its only thread. A second build without
 * profiles cannot be compared with, since every build makes them.
 */
export async function measureProfile({ size, rounds, work, progress }: BenchRun): Promise<Section> {
  const rows = SIZES[size];
  const rawData = join(work, 'raw-data');
  generateRawData(rawData, { datasets: 1, rows, columns: COLUMNS.length });
  const layouts = ['pages', 'packed'] as const;
  const shares = new Map<string, Spread>();
  for (const layout of layouts) {
    const found: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      progress(`${layout}, round ${round + 1} of ${rounds}`);
      const out = join(work, `out-${layout}`);
      setAside(out);
      const profiles = join(work, `cpu-${layout}-${round}`);
      const { program, args } = buildCommand(rawData, out);
      const observed = ['--cpu-prof', '--cpu-prof-dir', profiles, ...args];
      await measure({ program, args: [...observed, '--threads', '1', '--layout', layout, '--formats', ''] });
      found.push(shareOf(profiles));
    }
    shares.set(layout, spreadOf(found));
  }
  return {
    title: `Profiles, ${size}: ${formatRows(rows)} × ${COLUMNS.length} columns`,
    head: ['', 'Percent of the build’s time on one thread'],
    rows: [...shares].map(([layout, share]) => [`--layout ${layout}`, formatSpread(share)]),
    notes: ['Without downloads. Time in which the garbage collector runs is not attributed.'],
    figures: { shares: Object.fromEntries(shares) },
  };
}

/** Percentage of the samples in a folder of CPU profiles with a function of `OF_PROFILES` on the stack. */
function shareOf(folder: string): number {
  let [inProfiles, all] = [0, 0];
  const isOfProfiles = sourceCheck();
  for (const file of readdirSync(folder)) {
    const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
    const counted = new Map<number, boolean | null>();
    // Nodes come before their children.
    for (const { id, callFrame, children = [] } of nodes) {
      const isIdle = callFrame.functionName === '(idle)';
      counted.set(id, isIdle ? null : counted.get(id) === true || isOfProfiles(callFrame));
      if (counted.get(id)) for (const child of children) counted.set(child, true);
    }
    for (const [at, sample] of samples.entries()) {
      const is = counted.get(sample);
      if (is === null) continue;
      all += timeDeltas[at] as number;
      if (is) inProfiles += timeDeltas[at] as number;
    }
  }
  return (100 * inProfiles) / all;
}

/** Finds the source of a compiled function by the source map beside its file. */
function sourceCheck(): (frame: CpuProfile['nodes'][number]['callFrame']) => boolean {
  const maps = new Map<string, SourceMap | null>();
  return ({ url, lineNumber, columnNumber }) => {
    if (!url.startsWith('file:') || !url.includes('/lib/')) return OF_PROFILES.test(url);
    let map = maps.get(url);
    if (map === undefined) {
      map = readMap(fileURLToPath(url));
      maps.set(url, map);
    }
    const found = map?.findEntry(lineNumber, columnNumber);
    return found !== undefined && 'originalSource' in found && OF_PROFILES.test(found.originalSource);
  };
}

function readMap(path: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')));
  } catch {
    // A small file that is not compiled from several.
    return null;
  }
}
