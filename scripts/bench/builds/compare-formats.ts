import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DOWNLOADS } from '../../../src/contract/routes.ts';
import { generateDataset } from '../data/generate.ts';
import { type Command, figuresOf, measureBuild } from '../measure.ts';
import { installPeers, peerFile } from '../peers.ts';
import {
  type BenchRun,
  differences,
  formatMedian,
  formatNumber,
  formatRatio,
  measureSection,
  NOTHING,
  PEAK,
  SECONDS,
  type Section,
} from '../report.ts';
import { buildCommand } from './builders.ts';

/** The measured formats, with their names in DuckDB. */
const OF_DUCKDB = { csv: 'csv', ndjson: 'json', parquet: 'parquet' } as const;

/**
 * Measures builds of one dataset without downloads, with each format, and with all formats. Also measures DuckDB and
 * Node writing pages and all formats, and DuckDB writing each format.
 */
export function compareFormats(run: BenchRun): Promise<Section> {
  const { work } = run;
  installPeers(run.progress);
  const { rawData, described } = generateDataset(run);
  /** `file` is a glob pattern for the download that the command writes; null if it writes none or several. */
  const contender = (name: string, out: string, command: Command, file: string | null, isOurs: boolean) => ({
    ...{ name, file, isOurs },
    run: () => measureBuild(out, command),
  });
  const build = (name: string, formats: string, file: string | null) => {
    const out = join(work, `out-${formats}`);
    const command = buildCommand(rawData, out, '--formats', formats);
    return contender(name, out, command, file && join(out, 'client/v1/datasets/*', file), true);
  };
  const copy = (format: string) => {
    const out = join(work, `duckdb-${format}`);
    const command = { program: process.execPath, args: [peerFile('duckdb-copy.js'), rawData, out, format] };
    return contender(`DuckDB: COPY to ${format}`, out, command, join(out, `data.${format}`), false);
  };
  const together = join(work, 'duckdb-and-node');
  const args = [peerFile('duckdb.js'), rawData, together, work, Object.values(OF_DUCKDB).join()];
  const asMuch = contender('DuckDB and Node: the same', together, { program: process.execPath, args }, null, false);
  const formats = Object.keys(OF_DUCKDB) as (keyof typeof OF_DUCKDB)[];
  const all = build(`pages, ${formats.join(', ')}`, formats.join(','), null);
  const contenders = [
    build('pages only', '', null),
    ...formats.map((format) => build(`pages and ${format}`, format, DOWNLOADS[format].name)),
    all,
    asMuch,
    ...Object.values(OF_DUCKDB).map(copy),
  ];
  return measureSection(run, contenders, (measured) => {
    const [alone = []] = measured.map((it) => it.rounds);
    const secondsOf = (name: string): number[] =>
      figuresOf(measured.find((it) => it.name === name)?.rounds ?? [], 'seconds');
    const ratio = formatRatio(secondsOf(all.name), secondsOf(asMuch.name));
    const ifOurs = (text: string, { isOurs }: { isOurs: boolean }, at: number) => (isOurs && at > 0 ? text : NOTHING);
    const ratioOf = ({ rounds }: (typeof measured)[0]) =>
      formatRatio(figuresOf(rounds, 'seconds'), figuresOf(alone, 'seconds'));
    const beyond = ({ rounds }: (typeof measured)[0]) =>
      formatMedian(differences(figuresOf(rounds, 'cpuSeconds'), figuresOf(alone, 'cpuSeconds')));
    const sizeOf = (file: string) => globSync(file).reduce((sum, path) => sum + statSync(path).size, 0);
    return {
      title: `Downloads, ${described}`,
      columns: [
        SECONDS,
        ['÷ pages only', (it, at) => ifOurs(ratioOf(it), it, at)],
        ['Processor seconds', ({ rounds }) => formatMedian(figuresOf(rounds, 'cpuSeconds'))],
        ['− pages only', (it, at) => ifOurs(beyond(it), it, at)],
        ['File, MB', ({ file }) => (file === null ? NOTHING : formatNumber(sizeOf(file) / 1e6))],
        PEAK,
      ],
      notes: [
        'DuckDB reads the CSV, detects types and writes one file. Almanac also checks the table, describes its columns and writes the pages.',
        `With all of these formats, Almanac takes ${ratio} times as long as DuckDB and Node.`,
      ],
    };
  });
}
