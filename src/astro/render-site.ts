import { renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { build } from 'astro';
import { writeServerPackage } from '../hosts/node/server-package.ts';
import { trimCompileCache } from '../pipeline/incremental/compile-cache.ts';
import { hasSameAssets } from '../pipeline/incremental/reuse-pages.ts';
import { markOutput } from '../pipeline/output/output-folder.ts';
import { CLIENT } from '../pipeline/output/output-names.ts';
import { certainWriteFailure } from '../pipeline/output/write-errors.ts';
import type { PublishApi } from '../pipeline/publish-api.ts';
import type { BuildReport } from '../pipeline/report.ts';
import type { Settings } from '../settings/settings.ts';
import { BuildFailed, type PublishedBuild, type SiteParts } from './integration.ts';
import { moveFiles, PUBLISHED } from './prepare-pages.ts';
import { siteConfig } from './site-config.ts';

/** How to publish the API and show progress, and the pages of unchanged datasets to reuse. */
export type Rendering = Pick<SiteParts, 'reuse'> & Required<Pick<SiteParts, 'publish' | 'progress'>>;

/**
 * Makes a complete output in a folder: publishes the API and renders the pages from the published files. Astro uses the parent of the
 * folder as its working folder.
 */
export async function renderSite(folder: string, settings: Settings, parts: Rendering): Promise<BuildReport> {
  // Astro reads this variable, and the output must not depend on the environment of the build.
  process.env.NODE_ENV = 'production';
  // By default, the heap may grow to four times the size of the live objects. Here it may double.
  setFlagsFromString('--heap-growing-percent=100');
  try {
    let rendered = await renderOnce(folder, settings, parts);
    const { reuse, progress } = parts;
    // Reused pages need the style sheets and scripts of the earlier output. If any is missing or has changed, all pages must be rendered.
    if (rendered.reused.length > 0 && reuse?.pages && !hasSameAssets(reuse.pages, join(folder, CLIENT))) {
      const first = `${folder}-first`;
      renameSync(folder, first);
      const { report } = rendered;
      const publish: PublishApi = async (published) => {
        moveFiles(join(first, CLIENT), published, PUBLISHED);
        return report;
      };
      rendered = await renderOnce(folder, settings, { publish, progress });
    }
    writeServerPackage(join(folder, 'server'));
    markOutput(folder);
    trimCompileCache();
    const { report, problems, reused } = rendered;
    return { ...report, problems: [...report.problems, ...problems], files: [...report.files, ...reused] };
  } catch (error) {
    if (error instanceof BuildFailed) return error.report;
    throw certainWriteFailure(dirname(folder), error) ?? error;
  }
}

async function renderOnce(outDir: string, settings: Settings, parts: Rendering): Promise<PublishedBuild> {
  const pages: { published?: PublishedBuild } = {};
  await build({ ...siteConfig(dirname(outDir), settings, { ...parts, build: pages }), outDir, logLevel: 'silent' });
  return pages.published as PublishedBuild;
}
