import { createRequire } from 'node:module';
import { problem, type Report } from '../problems/problem.ts';
import type { Location } from './json/read-json.ts';

/**
 * Identifies a licence in the SPDX License List (spdx.org/licenses) by its identifier or name, ignoring case, or by the URL of its text.
 * Any other string is the name of an unknown licence and, if it is a URL, also its URL. `suggestion` is the identifier that was probably
 * meant, such as `CC-BY-4.0` for `cc by 4.0`; null if none is similar.
 */
export function identifyLicense(text: string) {
  const given = text.trim();
  const url = isWebAddress(given) ? given : null;
  const unknown = { name: text, spdx: null, url, suggestion: null };
  const { list, byId, byName, byAddress, byLetters } = licenseIndex();
  const spdx = byId.get(given.toLowerCase()) ?? byName.get(given.toLowerCase()) ?? byAddress.get(addressKey(given));
  const entry = spdx === undefined ? undefined : list[spdx];
  if (spdx !== undefined && entry) {
    const { name, url: listed = '' } = entry;
    const page = isWebAddress(listed) ? listed : `https://spdx.org/licenses/${spdx}.html`;
    return { name, spdx, url: url ?? page, suggestion: null };
  }
  return { ...unknown, suggestion: byLetters.get(lettersOf(given)) ?? null };
}

/** Identifies the licence named in a description. Reports a hint if it is unknown but its name resembles an SPDX identifier. */
export function namedLicense(text: string, location: Location, report: Report) {
  const license = identifyLicense(text);
  const { suggestion } = license;
  if (suggestion !== null) {
    const nearly = `the licence ${JSON.stringify(text)} is almost but not quite an SPDX identifier`;
    const message = `${nearly}, so it is not recognised (did you mean "${suggestion}"?)`;
    report(problem('license-doubtful', location, message, `Write "license": "${suggestion}" if that is the licence.`));
  }
  return license;
}

/** Whether a string is an SPDX licence identifier, ignoring case. */
export function isLicenseId(text: string): boolean {
  return licenseIndex().byId.has(text.trim().toLowerCase());
}

/** Whether a string is an http or https URL. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);
}

let index: ReturnType<typeof makeIndex> | null = null;

/** Loads the SPDX License List on first use, so that catalogues without licences never load it. */
function licenseIndex(): ReturnType<typeof makeIndex> {
  index ??= makeIndex(createRequire(import.meta.url)('spdx-license-list'));
  return index;
}

function makeIndex(list: typeof import('spdx-license-list')) {
  const ids = Object.keys(list).sort();
  /** Maps `keyOf(id)` to `id` for each identifier. Empty keys, and keys that several identifiers share, are left out. */
  const unique = (keyOf: (id: string) => string): Map<string, string> => {
    const groups = [...Map.groupBy(ids, keyOf)];
    return new Map(groups.flatMap(([key, [id, ...more]]) => (key && id && more.length === 0 ? [[key, id]] : [])));
  };
  return {
    list,
    byId: new Map(ids.map((id) => [id.toLowerCase(), id])),
    // If several identifiers have the same name, the last one counts: GPL-2.0-only, and not the deprecated GPL-2.0.
    byName: new Map(ids.map((id) => [list[id]?.name.toLowerCase() ?? '', id])),
    byAddress: unique((id) => addressKey(list[id]?.url ?? '')),
    byLetters: unique(lettersOf),
  };
}

/** The URL of a licence without its scheme, "www." and endings such as /legalcode. Empty for a string that is not a URL. */
function addressKey(text: string): string {
  if (!isWebAddress(text)) return '';
  return text
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/(?:legalcode|deed)(?:\.[a-z_-]+)?$/, '')
    .replace(/\/+$/, '');
}

/** Makes similar spellings equal: lower-cases them and removes spaces, hyphens, words such as "licence", and a version's "v" and ".0". */
function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/\blicen[cs]e\b|\bversion\b|\binternational\b/g, '')
    .replace(/[\s_,()-]+/g, '')
    .replace(/v(?=\d)/g, '')
    .replace(/(\d)\.0(?!\d)/g, '$1');
}
