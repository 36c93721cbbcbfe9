import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../../src/pipeline/output/project-folder.ts';
import type { Command } from '../measure.ts';
import { peerFile } from '../peers.ts';

/** The command of `npm run build`, without npm. Builds the files of /v1, the site and the server, unless `flags` say otherwise. */
export function siteCommand(rawData: string, out: string, ...flags: readonly string[]): Command {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as { scripts: { build: string } };
  const [node, ...options] = scripts.build.split(' ');
  const program = options.splice(-2).join(' ');
  if (node !== 'node' || program !== 'scripts/run.js build') throw new Error(`unknown build script: ${scripts.build}`);
  // Some runs replace an output by one of other data.
  const settings = ['--no-compare', '--raw-data', rawData, '--out', out, ...flags];
  const args = [...options, join(PROJECT, 'scripts/run.js'), 'build', ...settings];
  return { program: process.execPath, args };
}

/** Command that builds only the files of /v1. */
export function buildCommand(rawData: string, out: string, ...flags: readonly string[]): Command {
  return siteCommand(rawData, out, '--quiet', '--api-only', ...flags);
}

/** Folders for the input and output of a program. */
export interface Places {
  rawData: string;
  out: string;
  /** Folder for temporary files. It may be missing, so a program that needs it must create it. */
  folder: string;
  /** Output folder of Almanac, built from the same raw data. */
  ours: string;
}

/** Programs that build the pages of a raw-data folder, by name. Almanac is the first. */
export const BUILDERS: Readonly<Record<string, (places: Places) => Command>> = {
  /** Writes no downloads, since the other programs write none. */
  Almanac: ({ rawData, out }) => buildCommand(rawData, out, '--formats', ''),
  /** Measures the cost of writing the output without computing anything. */
  '`cp -r` of Almanac’s output': ({ out, ours }) => ({ program: 'cp', args: ['-r', ours, out] }),
  'naive script (Papa Parse, simple-statistics)': nodePeer('naive.ts'),
  DuckDB: nodePeer('duckdb.js'),
  Eleventy: nodePeer('eleventy.js'),
  'Astro endpoints': nodePeer('astro.js'),
};

function nodePeer(file: string): (places: Places) => Command {
  return ({ rawData, out, folder }) => ({
    program: process.execPath,
    args: [peerFile(file), rawData, out, folder],
    // Astro works in the current folder and resolves packages from there.
    cwd: PROJECT,
  });
}
