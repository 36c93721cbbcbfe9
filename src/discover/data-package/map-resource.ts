import { isLicenseId, isWebAddress } from '../identify-license.ts';
import { below, type Locatable } from '../json/read-json.ts';
import { whyNotDate } from '../sidecar/details-schema.ts';
import type { PackagedDescription } from './package-description.ts';
import type { PackageHead, Resource } from './schemas.ts';

type Properties = PackageHead | Resource;

/** A resource, or the package that contains it. */
export interface Level {
  properties: Properties;
  part: Locatable;
}

/** A text, and the path of the property that it comes from. */
type Found = readonly [text: string, ...path: (string | number)[]];
type Find = (properties: Properties) => Found | null;

/** Roles of the contributors that count as the source if no sources are listed, in order of preference. */
const ROLES = ['publisher', 'rightsHolder', 'creator', 'author'];

/**
 * Maps a resource to the top-level keys of a sidecar, and its encoding to `csv.encoding`. Details that the resource lacks are taken from
 * its package. `isOnlyTable` is true if the package has no other table; only then may the resource take the package's title.
 */
export function mapResource(
  description: PackagedDescription,
  resource: Level & { properties: Resource },
  head: Level,
  isOnlyTable: boolean,
): void {
  const levels = [resource, head];
  // A resource's own sources replace the package's.
  const withSources = levels.filter(({ properties }) => properties.sources?.length).slice(0, 1);
  /** Sets a key to the first text that is found. Each way of finding it is tried in each of its levels before the next way. */
  const set = (key: string, ...ways: (readonly [readonly Level[], Find])[]): void => {
    const tries = ways.flatMap(([among, find]) =>
      among.map(({ properties, part }) => ({ part, found: find(properties) })),
    );
    const { part, found } = tries.find((it) => it.found) ?? {};
    if (part && found) description.set([key], found[0], below(part, ...found.slice(1)));
  };
  set('name', [isOnlyTable ? levels : [resource], textOf('title')], [[resource], textOf('name')]);
  set('description', [levels, textOf('description')]);
  set('source', [withSources, sourceOf], [levels, contributorOf]);
  // A URL with another scheme is kept, so that the check of the description refuses it and shows where it is.
  const [url, otherUrl] = [pathOfSource(/^https?:/i), pathOfSource(/^[a-z][a-z0-9+.-]*:/i)];
  set('url', [withSources, url], [levels, textOf('homepage')], [withSources, otherUrl]);
  set('license', [levels, licenseOf]);
  set('version', [levels, textOf('version')]);
  set('published', [levels, createdOf]);
  set('contact', [levels, contactOf]);
  const licenses = levels.find((it) => licenseOf(it.properties))?.properties.licenses ?? [];
  const path = licenses[0]?.path;
  // Several licences are joined into one string, for which there is no single URL.
  if (path && licenses.length === 1 && isWebAddress(path)) description.licenseUrl = path;
  const tagged = levels.find(({ properties: { keywords } }) => Array.isArray(keywords) && keywords.length > 0);
  const keywords = tagged?.properties.keywords as unknown[] | undefined;
  if (tagged && keywords?.every((it) => typeof it === 'string')) {
    description.set(['keywords'], keywords, below(tagged.part, 'keywords'));
  }
  const { encoding } = resource.properties;
  // UTF-8 is the default. ASCII text is also UTF-8, whereas in the WHATWG Encoding Standard the label "ascii" means windows-1252.
  if (encoding && !/^(?:utf-?8(?:-sig)?|(?:us-)?ascii)$/i.test(encoding)) {
    description.set(['csv', 'encoding'], encoding, below(resource.part, 'encoding'));
  }
}

/** The date in `created`, without the time that should follow it (RFC 3339); null if `created` has no valid date. */
function createdOf({ created }: Properties): Found | null {
  const [, text] = typeof created === 'string' ? (/^(\d{4}-\d{2}-\d{2})(?:[Tt ]|$)/.exec(created) ?? []) : [];
  return text !== undefined && whyNotDate(text) === null ? [text, 'created'] : null;
}

/** Roles of the contributors who can answer questions, in order of preference. */
const CONTACT_ROLES = ['contactPoint', 'contact', 'maintainer', 'publisher'];

/** The email address of a contributor, preferably one with a contact role. */
function contactOf({ contributors }: Properties): Found | null {
  const reachable = (contributors ?? []).flatMap(({ email, role, roles }) =>
    typeof email === 'string' && email.includes('@') ? [{ email, roles: roles ?? [role] }] : [],
  );
  const wanted = CONTACT_ROLES.flatMap((role) => reachable.filter((it) => it.roles.includes(role)));
  const text = (wanted[0] ?? reachable[0])?.email;
  return text === undefined ? null : [text, 'contributors'];
}

function textOf(property: 'name' | 'title' | 'description' | 'homepage' | 'version'): Find {
  return ({ [property]: text }) => (typeof text === 'string' && text.trim() ? [text, property] : null);
}

function sourceOf({ sources }: Properties): Found | null {
  const names = sources?.map(({ title, name, path, email }) => [title, name, path, email]);
  return joined('sources', names);
}

function licenseOf({ licenses }: Properties): Found | null {
  const [only, ...more] = licenses ?? [];
  // The SPDX identifier of a single licence takes precedence over its title, since it is more precise.
  if (only?.name && more.length === 0 && isLicenseId(only.name)) return [only.name, 'licenses'];
  const names = licenses?.map(({ title, name, path }) => [title, name, path]);
  return joined('licenses', names);
}

function contributorOf({ contributors }: Properties): Found | null {
  const found = ROLES.map((role) => {
    const people = contributors?.filter((it) => (it.roles ?? [it.role]).includes(role));
    const names = people?.map(({ title }) => [title]);
    return joined('contributors', names);
  });
  return found.find((it) => it) ?? null;
}

/** Joins the first non-blank string of each list, omitting duplicates; null if no list has a non-blank string. */
function joined(property: string, lists: readonly (string | null | undefined)[][] | undefined): Found | null {
  const texts = lists?.flatMap((list) => list.find((text) => text?.trim()) ?? []) ?? [];
  return texts.length > 0 ? [[...new Set(texts)].join('; '), property] : null;
}

/** Finds the path of the first source whose path starts with one of the given URL schemes. */
function pathOfSource(schemes: RegExp): Find {
  return ({ sources }) => {
    const index = sources?.findIndex(({ path }) => path && schemes.test(path)) ?? -1;
    const text = sources?.[index]?.path;
    return text ? [text, 'sources', index, 'path'] : null;
  };
}
