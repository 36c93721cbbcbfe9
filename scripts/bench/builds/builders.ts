import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../../src/pipeline/output/project-folder.ts';
import type { Command } from '../measure.ts';
import { peerFile } from '../peers.ts';

/** Builds everything: the files of /v1, the pages of the catalogue, and the server. Runs what `npm run build` runs, without npm. */
export function siteCommand(rawData: string, out: string, ...flags: readonly string[]): Command {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { scripts: { build: string } };
  const [node, ...options] = scripts.build.split(' ');
  const program = options.splice(-2).join(' ');
  if (node !== 'node' || program !== 'scripts/run.js build') throw new Error(`npm run build runs ${scripts.build}`);
  const args = [...options, join(PROJECT, 'scripts/run.js'), 'build', '--raw-data', rawData, '--out', out, ...flags];
  return { program: process.execPath, args };
}

/** Builds the files of /v1 alone. */
export function buildCommand(rawData: string, out: string, ...flags: readonly string[]): Command {
  return siteCommand(rawData, out, '--quiet', '--api-only', ...flags);
}

/** Where a program reads its input and writes its output. */
export interface Places {
  rawData: string;
  out: string;
  /** For files of its own. Neither this folder nor `out` exists yet. */
  folder: string;
  /** The output of Almanac. */
  ours: string;
}

/** The programs that build the pages of a raw-data folder, by their names; Almanac is the first. */
export const BUILDERS: Readonly<Record<string, (places: Places) => Command>> = {
  /** Makes what the other programs make: pages, and no downloads. */
  Almanac: ({ rawData, out }) => buildCommand(rawData, out, '--formats', ''),
  /** The cost of writing the output when nothing has to be computed. */
  '`cp -r` of its output': ({ out, ours }) => ({ program: 'cp', args: ['-r', ours, out] }),
  'naive script (Papa Parse, simple-statistics)': nodePeer('naive.ts'),
  DuckDB: nodePeer('duckdb.js'),
  Eleventy: nodePeer('eleventy.js'),
  'Astro endpoints': nodePeer('astro.js'),
};

function nodePeer(file: string): (places: Places) => Command {
  return ({ rawData, out, folder }) => ({
    program: process.execPath,
    args: [peerFile(file), rawData, out, folder],
    // Astro works in the folder that it is started in, and finds packages from there.
    cwd: PROJECT,
  });
}
