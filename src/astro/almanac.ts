/** The integration for the configuration of a site of others, with its options. */

import type { AstroIntegration } from 'astro';
import type { DownloadFormat, Layout } from '../model.ts';
import { nameCommandsAsCalled } from '../pipeline/name-commands-as-called.ts';
import type { SiteSettings } from '../pipeline/publish-api.ts';
import { formatProblem } from '../problems/format-problem.ts';
import { readSettings } from '../settings/read-settings.ts';
import { SETTINGS } from '../settings/settings.ts';
import { didYouMean } from '../suggestions/suggest.ts';
import { integrationFor } from './integration.ts';

/** Settings of a build, with the same defaults. `site` and `base` come from the site's own configuration. */
export interface AlmanacOptions {
  /** The folder of data files; a relative one is below the site's root. */
  rawData?: string;
  /** In ascending order. */
  pageSizes?: readonly number[];
  layout?: Layout;
  /** The formats in which each dataset can be downloaded as a whole. */
  formats?: readonly DownloadFormat[];
  /** Glob patterns of config names or paths; empty for all datasets. */
  only?: readonly string[];
  /** Maximum number of columns of a data file. */
  maxColumns?: number;
  /** Make the pictures that are shown with links to a dataset's page. */
  pictures?: boolean;
  /** Add the pages of datasets, categories and the API, and those of `raw-data/pages/`; true if absent. The home page is the site's own. */
  pages?: boolean;
}

/**
 * Publishes a raw-data folder with an Astro site: the files of /v1, the client, and pages. A relative `rawData` is below the site's root.
 * Throws an error that says what is wrong with the options.
 */
export function almanac(options: AlmanacOptions = {}): AstroIntegration {
  nameCommandsAsCalled();
  const { pages = true, ...given } = options;
  // The site may have styles and scripts inside its pages, and a policy for them.
  return integrationFor(readOptions(given), { pages: pages ? 'datasets' : 'none', policy: null });
}

/** The options that are settings of a build too. */
const OPTIONS = [
  'rawData',
  'pageSizes',
  'layout',
  'formats',
  'only',
  'maxColumns',
  'pictures',
] as const satisfies readonly (keyof AlmanacOptions)[];

/** Reads the options like the flags of a build, with the same defaults and the same problems. */
function readOptions(options: Omit<AlmanacOptions, 'pages'>): SiteSettings {
  const unknown = Object.keys(options).find((name) => !(OPTIONS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    const known = [...OPTIONS, 'pages'];
    const help = `Known: ${known.join(', ')}. Set the site's address in the Astro configuration.`;
    throw new Error(`almanac() has an unknown option "${unknown}"${didYouMean(unknown, known)}. ${help}`);
  }
  const flags = OPTIONS.flatMap((name): [string, string | true][] => {
    const value = options[name];
    if (value === undefined || (name === 'pictures' && value)) return [];
    return [[SETTINGS[name].flag, name === 'pictures' ? true : String(value)]];
  });
  const { settings, problems } = readSettings('build', Object.fromEntries(flags), {});
  if (problems.length === 0) return settings;
  throw new Error(problems.map((it) => `almanac() in the configuration of Astro: ${formatProblem(it)}`).join('\n'));
}
