import type { AstroIntegration } from 'astro';
import type { DownloadFormat, Layout } from '../model.ts';
import { nameCommandsAsCalled } from '../pipeline/name-commands-as-called.ts';
import { formatProblem } from '../problems/format-problem.ts';
import { readSwitchOff } from '../settings/parse-value.ts';
import { readSettings } from '../settings/read-settings.ts';
import { SETTINGS, type SettingRow, type Settings } from '../settings/settings.ts';
import { didYouMean } from '../suggestions/suggest.ts';
import { integrationFor } from './integration.ts';

/** Settings of a build, with the same defaults as on the command line, plus `pages`. Astro's configuration sets `site` and `base`. */
export interface AlmanacOptions {
  /** The folder of data files; a relative path is resolved from the site's root. */
  rawData?: string;
  /** Page sizes for which files are written. */
  pageSizes?: readonly number[];
  layout?: Layout;
  /** Formats in which each dataset can be downloaded as a whole. */
  formats?: readonly DownloadFormat[];
  /** Glob patterns for the config names or paths of the datasets to publish; empty for all. */
  only?: readonly string[];
  /** Maximum number of columns in a data file. */
  maxColumns?: number;
  /** Address of the live site, or folder of an earlier output, with which editions are compared; without it, they are not. */
  previous?: string;
  /** Whether to make preview pictures for links to the pages of datasets; true if absent. */
  pictures?: boolean;
  /** Whether to add pages for datasets, categories, the API and `raw-data/pages/`; true if absent. The site keeps its own home page. */
  pages?: boolean;
}

/**
 * Publishes a raw-data folder with an Astro site: the files of /v1, the client, and pages. Throws an error that explains what is wrong if
 * the options are invalid.
 */
export function almanac(options: AlmanacOptions = {}): AstroIntegration {
  nameCommandsAsCalled();
  const { pages = true, ...given } = options;
  // The site may have inline styles and scripts, and its own content security policy, so the pages declare no policy.
  return integrationFor(readOptions(given), { pages: pages ? 'datasets' : 'none', policy: null });
}

/** Options that are also settings of a build. */
const OPTIONS = ['rawData', 'pageSizes', 'layout', 'formats', 'only', 'maxColumns', 'previous', 'pictures'] as const;

/** Turns the options into settings. They are checked like the flags of a build, and have the same defaults. */
function readOptions(options: Omit<AlmanacOptions, 'pages'>): Settings {
  const unknown = Object.keys(options).find((name) => !(OPTIONS as readonly string[]).includes(name));
  if (unknown !== undefined) {
    const known = [...OPTIONS, 'pages'];
    const help = `The options are: ${known.join(', ')}. The address of the site is set in the Astro configuration.`;
    throw new Error(`almanac() was given an unknown option "${unknown}"${didYouMean(unknown, known)}. ${help}`);
  }
  const flags = OPTIONS.flatMap((name): [string, string | true][] => {
    const value = options[name];
    if (value === undefined) return [];
    const { flag, value: placeholder, read }: SettingRow & { flag: string } = SETTINGS[name];
    if (placeholder || typeof value !== 'boolean') return [[flag, String(value)]];
    // The flag of a switch that is on by default turns it off.
    return value === (read === readSwitchOff) ? [] : [[flag, true]];
  });
  const { settings, problems } = readSettings('build', Object.fromEntries(flags), {});
  if (problems.length === 0) return settings;
  throw new Error(problems.map((it) => `almanac() in the Astro configuration: ${formatProblem(it)}`).join('\n'));
}
