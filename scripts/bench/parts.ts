import type { BenchRun } from './bench-run.ts';
import { buildersOf } from './builds/builders.ts';
import { compareBuilds } from './builds/compare-builds.ts';
import { measurePages } from './builds/measure-pages.ts';
import { measureRebuilds } from './builds/measure-rebuilds.ts';
import { compareFormats } from './downloads/compare-formats.ts';
import type { Section } from './report.ts';
import { compareServers } from './servers/compare-servers.ts';

export type Part = 'build' | 'downloads' | 'incremental' | 'pages' | 'serving';

/** A part of the benchmarks. `withoutPeers` says why the package of peers is not installed; null if it is, or is not needed. */
interface PartRow {
  needsPeers: boolean;
  run(run: BenchRun, withoutPeers: string | null): Promise<Section>;
}

/** The parts, in the order in which they run. */
export const PARTS: Readonly<Record<Part, PartRow>> = {
  build: { needsPeers: true, run: (run, withoutPeers) => compareBuilds(buildersOf(withoutPeers), run) },
  downloads: { needsPeers: true, run: compareFormats },
  incremental: { needsPeers: false, run: measureRebuilds },
  pages: { needsPeers: false, run: measurePages },
  serving: { needsPeers: true, run: compareServers },
};
