import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PROJECT } from '../../../src/pipeline/output/project-folder.ts';
import type { Command } from '../measure.ts';
import { peerFile } from '../peers.ts';

/** A program that builds the pages of a raw-data folder. */
export interface Builder {
  name: string;
  /** Why it cannot be measured; null if it can. */
  absent: string | null;
  /** Builds from `rawData` into `out`. That and `folder`, for files of its own, do not exist yet; `ours` is the output of Almanac. */
  command(paths: { rawData: string; out: string; folder: string; ours: string }): Command;
}

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Builds everything: the files of /v1, the pages of the catalogue, and the server. Runs what `npm run build` runs, without npm. */
export function siteCommand(rawData: string, out: string): Command {
  const { scripts } = JSON.parse(readFileSync(fileOf('../../../package.json'), 'utf8')) as {
    scripts: { build: string };
  };
  const [node, ...options] = scripts.build.split(' ');
  const program = options.splice(-2).join(' ');
  if (node !== 'node' || program !== 'scripts/run.js build') throw new Error(`npm run build runs ${scripts.build}`);
  const args = [...options, fileOf('../../run.js'), 'build', '--raw-data', rawData, '--out', out, '--quiet'];
  return { program: process.execPath, args };
}

/** Builds the files of /v1 alone. */
export function buildCommand(rawData: string, out: string): Command {
  const { program, args } = siteCommand(rawData, out);
  return { program, args: [...args, '--api-only'] };
}

/** Makes what the other programs make: pages, and no downloads. */
const ALMANAC: Builder = {
  name: 'Almanac',
  absent: null,
  command({ rawData, out }) {
    const { program, args } = buildCommand(rawData, out);
    return { program, args: [...args, '--formats', ''] };
  },
};

/** The cost of writing the output when nothing has to be computed. */
const COPY: Builder = {
  name: '`cp -r` of its output',
  absent: process.platform === 'win32' ? 'the system has no cp' : null,
  command: ({ out, ours }) => ({ program: 'cp', args: ['-r', ours, out] }),
};

const NAIVE: Builder = {
  name: 'naive script (Papa Parse, simple-statistics)',
  absent: null,
  command: nodePeer('naive.ts'),
};

/** All builders. `withoutPeers` says why the package of peers is not installed; null if it is. */
export function buildersOf(withoutPeers: string | null): Builder[] {
  return [
    ALMANAC,
    COPY,
    NAIVE,
    { name: 'DuckDB', absent: withoutPeers, command: nodePeer('duckdb.js') },
    { name: 'Eleventy', absent: withoutPeers, command: nodePeer('eleventy.js') },
    { name: 'Astro endpoints', absent: null, command: nodePeer('astro.js') },
  ];
}

function nodePeer(file: string): Builder['command'] {
  return ({ rawData, out, folder }) => ({
    program: process.execPath,
    args: [peerFile(file), rawData, out, folder],
    // Astro works in the folder that it is started in, and finds packages from there.
    cwd: PROJECT,
  });
}
