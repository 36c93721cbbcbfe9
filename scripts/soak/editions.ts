import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildCommand, siteCommand } from '../bench/builds/builders.ts';

/** A version of the raw data. All datasets except `STEADY` contain the mark, to reveal responses that mix editions. */
export interface Edition {
  /** Text that identifies the edition, such as `edition-0`. */
  mark: string;
  /** Number of records in each dataset, by config name. */
  rows: Readonly<Record<string, number>>;
}

/** Matches the marks of editions in any text. */
export const MARK = /edition-\d+/g;

/** A dataset that is the same in every edition, so that builds reuse its files. */
const STEADY = 'steady';
const STEADY_ROWS = 1_234;
const CHANGING = ['prices', 'wages', 'rents'];
const COUNT = 3;

/** Each changing dataset has a different number of records in each edition. */
export const EDITIONS: readonly Edition[] = Array.from({ length: COUNT }, (_, number) => {
  const changing = CHANGING.map((config, at) => [config, 250 + 130 * number + 1_000 * at]);
  return { mark: `edition-${number}`, rows: { ...Object.fromEntries(changing), [STEADY]: STEADY_ROWS } };
});

function writeEdition(folder: string, { mark, rows }: Edition): void {
  const title = `Catalogue of ${mark}`;
  const categories = { economy: { title: 'Economy', description: 'Money.' } };
  write(join(folder, 'catalogue.json'), JSON.stringify({ title, description: 'For the soak test.', categories }));
  for (const [config, count] of Object.entries(rows)) {
    const own = config === STEADY ? 'never changing' : mark;
    const lines = Array.from({ length: count }, (_, row) => `${row},${own}\n`);
    write(join(folder, `economy/${config}.csv`), `n,edition\n${lines.join('')}`);
    write(
      join(folder, `economy/${config}.meta.json`),
      JSON.stringify({
        name: `Title, ${own}`,
        description: `Numbered rows, ${own}.`,
        source: 'Nobody',
        url: 'https://example.org/',
        license: 'CC0 1.0',
      }),
    );
  }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Folders of a soak test. */
export interface Places {
  rawData: string;
  out: string;
}

/** Every build whose number is a multiple of this also renders the pages. */
const BUILDS_PER_SITE = 4;
const PAUSE_MS = 1_500;

/** Repeatedly writes and builds the next edition until `isOver` returns true. Resolves to the number of builds. Rejects if one fails. */
export async function rebuild(places: Places, isOver: () => boolean): Promise<number> {
  let builds = 0;
  while (!isOver()) {
    builds += 1;
    await build(places, builds);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return builds;
}

/** Writes the edition for build `number` and builds it with the command that publishers use. Rejects if that fails. */
export async function build({ rawData, out }: Places, number: number): Promise<void> {
  writeEdition(rawData, EDITIONS[number % EDITIONS.length] as Edition);
  const { program, args } = (number % BUILDS_PER_SITE === 0 ? siteCommand : buildCommand)(rawData, out);
  await promisify(execFile)(program, args);
}
