import { isLicenseId, isWebAddress } from '../identify-license.ts';
import { whyNotDate } from '../sidecar/details-schema.ts';
import { below, type DocumentPart, type PackagedDescription } from './package-description.ts';
import type { PackageHead, Resource } from './schemas.ts';

/** The value of a property and its place. */
interface Found {
  text: string;
  part: DocumentPart;
}

/** A resource, or the package that contains it. */
export interface Level {
  properties: PackageHead | Resource;
  part: DocumentPart;
}

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
  const name = textOf(resource, 'title') ?? (isOnlyTable ? textOf(head, 'title') : null) ?? textOf(resource, 'name');
  const found: Record<string, Found | null> = {
    name,
    description: firstOf(levels, (it) => textOf(it, 'description')),
    source: firstOf(withSources, sourceOf) ?? firstOf(levels, contributorOf),
    url:
      firstOf(withSources, (it) => pathOfSource(it, /^https?:/i)) ??
      firstOf(levels, (it) => textOf(it, 'homepage')) ??
      // A URL with another scheme is kept, so that the check of the description refuses it and shows where it is.
      firstOf(withSources, (it) => pathOfSource(it, /^[a-z][a-z0-9+.-]*:/i)),
    license: firstOf(levels, licenseOf),
    version: firstOf(levels, (it) => textOf(it, 'version')),
    published: firstOf(levels, createdOf),
    contact: firstOf(levels, contactOf),
  };
  for (const [key, it] of Object.entries(found)) if (it) description.set([key], it.text, it.part);
  mapDetails(description, levels);
  const { encoding } = resource.properties;
  // UTF-8 is the default. ASCII text is also UTF-8, whereas in the WHATWG Encoding Standard the label "ascii" means windows-1252.
  if (encoding && !/^(?:utf-?8(?:-sig)?|(?:us-)?ascii)$/i.test(encoding)) {
    description.set(['csv', 'encoding'], encoding, below(resource.part, 'encoding'));
  }
}

/** Maps the URL of the licence, and the keywords. */
function mapDetails(description: PackagedDescription, levels: readonly Level[]): void {
  const licensed = levels.find((it) => licenseOf(it));
  const licenses = licensed?.properties.licenses ?? [];
  const [license] = licenses;
  // Several licences are joined into one string, for which there is no single URL.
  if (license?.path && licenses.length === 1 && isWebAddress(license.path)) description.licenseUrl = license.path;
  for (const { properties, part } of levels) {
    const { keywords } = properties;
    if (!Array.isArray(keywords) || keywords.length === 0) continue;
    if (keywords.every((it) => typeof it === 'string'))
      description.set(['keywords'], keywords, below(part, 'keywords'));
    return;
  }
}

/** The date in `created`, without the time that should follow it (RFC 3339); null if `created` has no valid date. */
function createdOf({ properties, part }: Level): Found | null {
  const { created } = properties;
  const [, text] = typeof created === 'string' ? (/^(\d{4}-\d{2}-\d{2})(?:[Tt ]|$)/.exec(created) ?? []) : [];
  return text !== undefined && whyNotDate(text) === null ? { text, part: below(part, 'created') } : null;
}

/** Roles of the contributors who can answer questions, in order of preference. */
const CONTACT_ROLES = ['contactPoint', 'contact', 'maintainer', 'publisher'];

/** The email address of a contributor, preferably one with a contact role. */
function contactOf({ properties, part }: Level): Found | null {
  const reachable = (properties.contributors ?? []).flatMap(({ email, role, roles }) =>
    typeof email === 'string' && email.includes('@') ? [{ email, roles: roles ?? [role] }] : [],
  );
  const wanted = CONTACT_ROLES.flatMap((role) => reachable.filter((it) => it.roles.includes(role)));
  const text = (wanted[0] ?? reachable[0])?.email;
  return text === undefined ? null : { text, part: below(part, 'contributors') };
}

function firstOf(levels: readonly Level[], find: (level: Level) => Found | null): Found | null {
  return levels.map(find).find((found) => found) ?? null;
}

type TextProperty = 'name' | 'title' | 'description' | 'homepage' | 'version';

function textOf({ properties, part }: Level, property: TextProperty): Found | null {
  const text = properties[property];
  return typeof text === 'string' && text.trim() ? { text, part: below(part, property) } : null;
}

function sourceOf({ properties, part }: Level): Found | null {
  return joined(
    properties.sources?.map(({ title, name, path, email }) => [title, name, path, email]),
    below(part, 'sources'),
  );
}

function licenseOf({ properties, part }: Level): Found | null {
  return joined(
    // The SPDX identifier of a single licence takes precedence over its title, since it is more precise.
    properties.licenses?.map(({ title, name, path }) =>
      name && properties.licenses?.length === 1 && isLicenseId(name) ? [name] : [title, name, path],
    ),
    below(part, 'licenses'),
  );
}

function contributorOf({ properties, part }: Level): Found | null {
  for (const role of ROLES) {
    const names = properties.contributors
      ?.filter((it) => (it.roles ?? [it.role]).includes(role))
      .map(({ title, organization, givenName, familyName }) => [
        title,
        organization,
        [givenName, familyName].filter((it) => it).join(' '),
      ]);
    const found = joined(names, below(part, 'contributors'));
    if (found) return found;
  }
  return null;
}

/** Joins the first non-blank string of each list, omitting duplicates; null if no list has a non-blank string. */
function joined(lists: readonly (string | null | undefined)[][] | undefined, part: DocumentPart): Found | null {
  const texts = lists?.flatMap((list) => list.find((text) => text?.trim()) ?? []) ?? [];
  return texts.length > 0 ? { text: [...new Set(texts)].join('; '), part } : null;
}

/** The path of the first source whose path starts with one of the given URL schemes. */
function pathOfSource({ properties, part }: Level, schemes: RegExp): Found | null {
  const index = properties.sources?.findIndex(({ path }) => path && schemes.test(path)) ?? -1;
  const text = properties.sources?.[index]?.path;
  return text ? { text, part: below(part, 'sources', index, 'path') } : null;
}
