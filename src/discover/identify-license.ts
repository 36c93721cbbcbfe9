import { createRequire } from 'node:module';
import type { LicenseLinks } from '../model.ts';
import { problem, type Report } from '../problems/problem.ts';
import type { Location } from './json/read-json.ts';

/** A licence as a publisher names it, and what the SPDX License List (spdx.org/licenses) knows of it. */
export interface IdentifiedLicense extends LicenseLinks {
  name: string;
  /** The identifier that the given name nearly is, such as `CC-BY-4.0` for `cc by 4.0`; else null. */
  suggestion: string | null;
}

/** Longer strings are neither identifiers nor names nor addresses of a licence. In UTF-16 code units. */
const MAX_LENGTH = 300;

/**
 * Identifies a licence by its identifier in the SPDX License List, by its name there, both without regard to case, or by the address of
 * its text. Any other string is the name of an unknown licence; a URL is its address too.
 */
export function identifyLicense(text: string): IdentifiedLicense {
  const given = text.trim();
  const url = isWebAddress(given) ? given : null;
  const unknown = { name: text, spdx: null, url, suggestion: null };
  if (given.length > MAX_LENGTH) return unknown;
  const { list, byId, byName, byAddress, byLetters } = licenseIndex();
  const spdx = byId.get(given.toLowerCase()) ?? byName.get(given.toLowerCase()) ?? byAddress.get(addressKey(given));
  const entry = spdx === undefined ? undefined : list[spdx];
  if (spdx !== undefined && entry) {
    return { name: entry.name, spdx, url: url ?? urlOf(spdx, entry), suggestion: null };
  }
  return { ...unknown, suggestion: byLetters.get(lettersOf(given)) ?? null };
}

/** Identifies a licence that a description names; reports, as a hint, if the text is nearly an identifier. */
export function namedLicense(text: string, location: Location, report: Report): IdentifiedLicense {
  const license = identifyLicense(text);
  const { suggestion } = license;
  if (suggestion !== null) {
    const nearly = `the licence ${JSON.stringify(text)} is nearly an identifier of the SPDX License List`;
    const message = `${nearly}, and readers get no link to its text (did you mean "${suggestion}"?)`;
    report(problem('license-doubtful', location, message, `Write "license": "${suggestion}" if that is the licence.`));
  }
  return license;
}

/** True for an identifier of the SPDX License List, in any case. */
export function isLicenseId(text: string): boolean {
  return licenseIndex().byId.has(text.trim().toLowerCase());
}

/** True for an http or https URL. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);
}

interface ListedLicense {
  name: string;
  url?: string;
}

let index: ReturnType<typeof makeIndex> | null = null;

/** The list is loaded only once a description names a licence. */
function licenseIndex(): ReturnType<typeof makeIndex> {
  index ??= makeIndex(createRequire(import.meta.url)('spdx-license-list'));
  return index;
}

function makeIndex(list: Readonly<Record<string, ListedLicense>>) {
  const ids = Object.keys(list).sort();
  /** Identifiers by a key, without the keys that several share. */
  const unique = (keyOf: (id: string) => string): Map<string, string> => {
    const groups = [...Map.groupBy(ids, keyOf)];
    return new Map(groups.flatMap(([key, [id, ...more]]) => (key && id && more.length === 0 ? [[key, id]] : [])));
  };
  return {
    list,
    byId: new Map(ids.map((id) => [id.toLowerCase(), id])),
    // Of two identifiers of one licence, such as GPL-2.0 and GPL-2.0-only, the first in this order is deprecated.
    byName: new Map(ids.map((id) => [(list[id] as ListedLicense).name.toLowerCase(), id])),
    byAddress: unique((id) => addressKey(list[id]?.url ?? '')),
    byLetters: unique(lettersOf),
  };
}

/** The address of a licence without its scheme and the form of its text. Empty for any other string. */
function addressKey(text: string): string {
  if (!isWebAddress(text)) return '';
  return text
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?/, '')
    .replace(/\/(?:legalcode|deed)(?:\.[a-z_-]+)?$/, '')
    .replace(/\/+$/, '');
}

/** An identifier without what people write in other ways: case, blanks, hyphens, the word licence, `v` before and `.0` after a number. */
function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/\blicen[cs]e\b|\bversion\b|\binternational\b/g, '')
    .replace(/[\s_,()-]+/g, '')
    .replace(/v(?=\d)/g, '')
    .replace(/(\d)\.0(?!\d)/g, '$1');
}

function urlOf(spdx: string, { url }: ListedLicense): string {
  return url !== undefined && isWebAddress(url) ? url : `https://spdx.org/licenses/${spdx}.html`;
}
