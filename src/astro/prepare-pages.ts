import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { ChangesDocument, IndexDocument } from '../contract/documents.ts';
import {
  API_FOLDER,
  CHANGES_FILE,
  DATASET_PAGES,
  EMBED_FOLDER,
  FEED_FILE,
  FEED_FOLDER,
  INDEX_FILE,
  LOGO_FILE,
  LOOK_FILES,
  MODULE_FILES,
  RENDER_LIST,
  TEXTS_FILE,
  THEME_FILE,
} from '../contract/routes.ts';
import type { CatalogueTexts } from '../model.ts';
import { type ChartsToDraw, drawCharts } from '../pipeline/charts/draw-charts.ts';
import { faultOfPictures } from '../pipeline/charts/draw-picture.ts';
import { featureChart } from '../pipeline/charts/feature-chart.ts';
import { digestOf } from '../pipeline/files/file-digest.ts';
import type { Reuse } from '../pipeline/incremental/reuse.ts';
import { takePages } from '../pipeline/incremental/reuse-pages.ts';
import { move } from '../pipeline/output/swap-folder.ts';
import { formatCount } from '../problems/format-problem.ts';
import { ProblemError, problem } from '../problems/problem.ts';
import { sharedContent } from '../site/dataset/shared-content.ts';
import { shownChanges } from '../site/dataset/shown-changes.ts';

/** Results of preparing the pages of a build for Astro. */
export type PreparedPages = Awaited<ReturnType<typeof preparePages>>;

/**
 * Prepares a folder of published files for Astro: takes over the pages of unchanged datasets, or at least their charts, lists the datasets
 * whose pages must be rendered, draws their charts, and chooses one for the home page. Throws a `ProblemError` if the system refuses to
 * write, or if a picture cannot be drawn.
 */
export async function preparePages(
  published: string,
  { reuse, ...drawing }: Pick<ChartsToDraw, 'pictures' | 'threads' | 'progress'> & { reuse: Reuse | null },
) {
  const catalogue = JSON.parse(readFileSync(join(published, INDEX_FILE), 'utf8')) as IndexDocument;
  const { language, direction } = catalogue;
  const changes = shownIn(catalogue, published);
  const frame = {
    pages: sharedContentOf(catalogue, published),
    charts: JSON.stringify({ language, direction }),
    changes,
  };
  const earlier = reuse?.pages;
  const isSame = earlier?.frame.pages === frame.pages;
  // A machine that cannot draw pictures publishes none, so its charts would not be those of the last build.
  const hasSameCharts = () => earlier?.frame.charts === frame.charts && !(drawing.pictures && faultOfPictures());
  const unchanged = [...(reuse?.changes.unchangedDatasets() ?? [])];
  const reusable = isSame ? unchanged.filter((it) => earlier.frame.changes[it] === changes[it]) : unchanged;
  const taken =
    earlier && (isSame || hasSameCharts())
      ? takePages(earlier, new Set(reusable), published, !isSame)
      : { configs: new Set<string>(), files: [] };
  const kept = formatCount(taken.configs.size, isSame ? 'page' : 'chart');
  if (taken.configs.size > 0) drawing.progress(`keep      ${kept} from the last build`);
  const configs = catalogue.datasets.flatMap(({ config }) => (isSame && taken.configs.has(config) ? [] : config));
  writeFileSync(join(published, RENDER_LIST), JSON.stringify(configs));
  const charts = await drawCharts(published, { ...drawing, configs, catalogue });
  const problems = [...charts.problems, ...featureChart(published, catalogue)];
  // If charts have problems, the pages are not recorded for reuse, so that the next build tries again and reports the problems. But the
  // fonts of pictures will lack the same letters again.
  if (problems.every(({ code }) => code === 'picture-omitted')) reuse?.changes.recordFrame(frame);
  return { ...charts, problems, /** Files of the pages that are reused. */ reused: taken.files };
}

/** Identifiers of the changes that the pages of datasets show, as in `Frame`. */
function shownIn({ datasets }: IndexDocument, published: string): Record<string, string> {
  const document = JSON.parse(readFileSync(join(published, CHANGES_FILE), 'utf8')) as ChangesDocument;
  const shown = datasets.map((summary) => {
    const ids = shownChanges(document, summary).map(({ id }) => id);
    return [summary.config, ids.join(' ')];
  });
  return Object.fromEntries(shown.filter(([, ids]) => ids !== ''));
}

function sharedContentOf(index: IndexDocument, published: string): string {
  const path = join(published, TEXTS_FILE);
  const texts: CatalogueTexts = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { home: null, pages: [] };
  return digestOf(JSON.stringify(sharedContent(index, texts, existsSync(join(published, THEME_FILE)))));
}

/** Files that both the catalogue and the public folder may contain, with their sources in the raw data. */
const IN_BOTH = [
  { file: LOGO_FILE, code: 'logo-invalid', source: 'the "logo" in catalogue.json' },
  { file: THEME_FILE, code: 'theme-invalid', source: `${THEME_FILE} in the raw data` },
] as const;

/** Throws a `ProblemError` if a logo or a style sheet is in both the catalogue and the public folder: one would overwrite the other. */
export function refuseSameFiles(published: string, publicFolder: string): void {
  for (const { file: name, code, source } of IN_BOTH) {
    if (!existsSync(join(published, name)) || !existsSync(join(publicFolder, name))) continue;
    const file = `${basename(publicFolder)}/${name}`;
    const message = `would be published as /${name}, and so would ${source}`;
    const help = `Rename or delete ${file}, which Almanac's pages do not use, or remove ${source}.`;
    throw new ProblemError(problem(code, { file }, message, help));
  }
}

/** What `finishApi` and all before it write. */
export const PUBLISHED: readonly string[] = [API_FOLDER, FEED_FILE, FEED_FOLDER, ...LOOK_FILES];
const BESIDE_PAGES = [...PUBLISHED, ...MODULE_FILES, DATASET_PAGES, EMBED_FOLDER];

/**
 * Moves files and folders from one folder to another: those of `paths` that exist, by default the published files and the reused pages.
 * Throws a `ProblemError` if the other folder already has one of the files.
 */
export function moveFiles(from: string, to: string, paths: readonly string[] = BESIDE_PAGES): void {
  for (const path of paths) if (existsSync(join(from, path))) moveInto(from, to, path);
}

/** Moves the file or folder at `path` from one folder to another. If both have a folder at that path, merges the two. */
function moveInto(from: string, to: string, path: string): void {
  if (!existsSync(join(to, path))) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    // The output and the cache of a site may be on different file systems, for example in a container, so renaming may fail.
    move(join(from, path), join(to, path));
    return;
  }
  if (![from, to].every((folder) => statSync(join(folder, path)).isDirectory())) {
    const message = `both the site and the catalogue have a file /${path}`;
    throw new ProblemError(problem('name-collision', { file: null }, message, 'Rename or remove the one in the site.'));
  }
  const [names, others] = [from, to].map((folder) => readdirSync(join(folder, path))) as [string[], string[]];
  if (names.length <= others.length) for (const name of names) moveInto(from, to, `${path}/${name}`);
  else {
    // Almost all pages of datasets may be reused, so the few rendered ones are moved to them.
    for (const name of others) moveInto(to, from, `${path}/${name}`);
    rmSync(join(to, path), { recursive: true });
    move(join(from, path), join(to, path));
  }
}
