import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { IndexDocument, TextsDocument } from '../contract/documents.ts';
import {
  API_FOLDER,
  CLIENT_FILE,
  DATASET_PAGES,
  EMBED_FOLDER,
  INDEX_FILE,
  LOGO_FILE,
  LOOK_FILES,
  RENDER_LIST,
  TEXTS_FILE,
  THEME_FILE,
} from '../contract/routes.ts';
import type { WrittenFile } from '../model.ts';
import { digestOf } from '../pipeline/files/file-digest.ts';
import type { Reuse } from '../pipeline/incremental/reuse.ts';
import { type LinkedPages, linkPages } from '../pipeline/incremental/reuse-pages.ts';
import { move } from '../pipeline/output/swap-folder.ts';
import type { Progress } from '../pipeline/progress.ts';
import { formatCount } from '../problems/format-problem.ts';
import { type Problem, ProblemError, problem } from '../problems/problem.ts';
import { pageFrame } from '../site/dataset/page-frame.ts';
import { type Drawing, startCharts } from './draw-charts.ts';

/** What there is before Astro renders, besides the published files. */
export interface PreparedPages {
  /** The files of pages that are reused. */
  reused: readonly WrittenFile[];
  /** Whether every chart gets a picture, to which pages link. */
  hasPictures: boolean;
  /** Waits for the charts, without which no page can be rendered; gives those that could not be drawn. Throws a `ProblemError` if the system refused to write. */
  finishCharts(): Problem[];
  /** Waits for the pictures of the charts, which are drawn while pages are rendered. Throws a `ProblemError` if one could not be drawn or written. */
  finishPictures(): void;
  /** Ends the drawing of charts and pictures after an error elsewhere. */
  stop(): void;
}

/** How pages are prepared. */
export interface Preparation extends Pick<Drawing, 'pictures' | 'threads'> {
  reuse: Reuse | null;
  progress: Progress;
}

/**
 * Prepares a folder of published files for Astro: links the pages of datasets that have not changed, lists the datasets whose pages must be
 * rendered, and begins to draw their charts, which takes about as long as Astro takes to bundle. Throws a `ProblemError` if the system refuses to write.
 */
export function preparePages(published: string, { reuse, progress, ...drawing }: Preparation): PreparedPages {
  const index = JSON.parse(readFileSync(join(published, INDEX_FILE), 'utf8')) as IndexDocument;
  const frame = frameOf(index, published);
  const { configs, files } = reusePages(frame, published, reuse);
  if (configs.size > 0) progress(`keep      ${formatCount(configs.size, 'page')} as rendered before`);
  const rendered = index.datasets.flatMap(({ config }) => (configs.has(config) ? [] : config));
  writeFileSync(join(published, RENDER_LIST), JSON.stringify(rendered));
  const { language, direction, layout } = index;
  const charts = startCharts(published, {
    configs: rendered,
    catalogue: { language, direction, layout },
    ...drawing,
    progress,
  });
  return {
    reused: files,
    hasPictures: charts.hasPictures,
    finishCharts: () => {
      const problems = charts.finish();
      // The next build shall try again, and report what it cannot draw.
      if (problems.length === 0) reuse?.changes.recordFrame(frame);
      return problems;
    },
    finishPictures: charts.finishPictures,
    stop: charts.stop,
  };
}

/** Digest of what the pages of all datasets show besides their datasets. */
function frameOf(index: IndexDocument, published: string): string {
  const path = join(published, TEXTS_FILE);
  const texts: TextsDocument = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : { home: null, pages: [] };
  return digestOf(Buffer.from(JSON.stringify(pageFrame(index, texts, existsSync(join(published, THEME_FILE))))));
}

function reusePages(frame: string, published: string, reuse: Reuse | null): LinkedPages {
  if (reuse?.pages?.frame !== frame) return { configs: new Set(), files: [] };
  return linkPages(reuse.pages, reuse.changes.unchangedDatasets(), published);
}

/** Files that both a catalogue and the project's folder of files that are published as they are may have, and what they are in the raw data. */
const IN_BOTH = [
  { file: LOGO_FILE, code: 'logo-invalid', source: 'the "logo" of catalogue.json' },
  { file: THEME_FILE, code: 'theme-invalid', source: `${THEME_FILE} of the raw data` },
] as const;

/**
 * Throws a `ProblemError` if both the catalogue and the project's folder of files that are published as they are have a logo or a style sheet: one
 * would take the other's place.
 */
export function refuseSameFiles(published: string, publicFolder: string): void {
  for (const { file: name, code, source } of IN_BOTH) {
    if (!existsSync(join(published, name)) || !existsSync(join(publicFolder, name))) continue;
    const file = `${basename(publicFolder)}/${name}`;
    const message = `would be published as /${name}, and so would ${source}`;
    const help = `Rename or delete ${file}, or remove ${source}. Pages show only what the raw data has.`;
    throw new ProblemError(problem(code, { file }, message, help));
  }
}

/** Files and folders that are published beside the rendered pages. */
const MOVED = [API_FOLDER, ...LOOK_FILES, CLIENT_FILE, DATASET_PAGES, EMBED_FOLDER];

/**
 * Moves the published files, and the pages that are reused, into the folder in which pages were rendered. Throws a `ProblemError` if that has a file
 * where one of them must be: in a site of others, one of its own.
 */
export function moveBesidePages(published: string, client: string): void {
  for (const path of MOVED) if (existsSync(join(published, path))) moveInto(published, client, path);
}

/** Moves a file or folder from one folder to another. What is in a folder that exists there already is moved one by one. */
function moveInto(from: string, to: string, path: string): void {
  if (!existsSync(join(to, path))) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    // The output of a site of others may be on another file system than its cache, as in a container.
    move(join(from, path), join(to, path));
    return;
  }
  if (![from, to].every((folder) => statSync(join(folder, path)).isDirectory())) {
    const message = `the site has a file /${path} of its own, and the catalogue publishes one`;
    throw new ProblemError(problem('name-collision', { file: null }, message, 'Rename or remove that of the site.'));
  }
  for (const name of readdirSync(join(from, path))) moveInto(from, to, `${path}/${name}`);
}
