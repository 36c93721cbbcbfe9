import { below, type PackagedDescription, type Part } from './package-description.ts';
import type { PackageHead, Resource } from './schemas.ts';

/** A property's text, and where it stands. */
interface Found {
  text: string;
  part: Part;
}

type Said = PackageHead | Resource;

/** A resource, or the package that it is in: what it says, and where. */
export interface Speaker {
  said: Said;
  part: Part;
}

/** Roles that make a contributor the source, where no sources are named; in the order in which they are preferred. */
const ROLES = ['publisher', 'rightsHolder', 'creator', 'author'];

/**
 * Takes from a resource what a sidecar says at its top; what the resource does not say, its package says. `isOnlyTable` tells that
 * the package's title fits the resource as well.
 */
export function describeResource(
  description: PackagedDescription,
  resource: Speaker & { said: Resource },
  head: Speaker,
  isOnlyTable: boolean,
): void {
  const speakers = [resource, head];
  // A resource's own sources stand instead of the package's.
  const named = speakers.filter(({ said }) => said.sources?.length).slice(0, 1);
  const name = textOf(resource, 'title') ?? (isOnlyTable ? textOf(head, 'title') : null) ?? textOf(resource, 'name');
  const found: Record<string, Found | null> = {
    name,
    description: firstOf(speakers, (it) => textOf(it, 'description')),
    source: firstOf(named, sourceOf) ?? firstOf(speakers, contributorOf),
    url: firstOf(named, sourceUrlOf) ?? firstOf(speakers, (it) => textOf(it, 'homepage')) ?? firstOf(named, otherUrlOf),
    license: firstOf(speakers, licenseOf),
  };
  for (const [key, it] of Object.entries(found)) if (it) description.set([key], it.text, it.part);
  const { encoding } = resource.said;
  // UTF-8 is what a file is in where nothing is said; and text in ASCII is UTF-8, where WHATWG takes it for windows-1252.
  if (encoding && !/^(?:utf-?8(?:-sig)?|(?:us-)?ascii)$/i.test(encoding)) {
    description.set(['csv', 'encoding'], encoding, below(resource.part, 'encoding'));
  }
}

function firstOf(speakers: readonly Speaker[], find: (speaker: Speaker) => Found | null): Found | null {
  for (const speaker of speakers) {
    const found = find(speaker);
    if (found) return found;
  }
  return null;
}

function textOf({ said, part }: Speaker, property: 'name' | 'title' | 'description' | 'homepage'): Found | null {
  const text = said[property];
  return typeof text === 'string' && text.trim() ? { text, part: below(part, property) } : null;
}

function sourceOf({ said, part }: Speaker): Found | null {
  return joined(
    said.sources?.map(({ title, name, path, email }) => [title, name, path, email]),
    below(part, 'sources'),
  );
}

function licenseOf({ said, part }: Speaker): Found | null {
  return joined(
    said.licenses?.map(({ title, name, path }) => [title, name, path]),
    below(part, 'licenses'),
  );
}

function contributorOf({ said, part }: Speaker): Found | null {
  for (const role of ROLES) {
    const names = said.contributors
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

/** The first text of each list that is not blank, in one line. */
function joined(lists: readonly (string | null | undefined)[][] | undefined, part: Part): Found | null {
  const texts = lists?.flatMap((list) => list.find((text) => text?.trim()) ?? []) ?? [];
  return texts.length > 0 ? { text: [...new Set(texts)].join('; '), part } : null;
}

function sourceUrlOf(speaker: Speaker): Found | null {
  return pathOfSource(speaker, (path) => /^https?:/i.test(path));
}

/** An address of another kind, which will be refused where it stands. */
function otherUrlOf(speaker: Speaker): Found | null {
  return pathOfSource(speaker, (path) => /^[a-z][a-z0-9+.-]*:/i.test(path));
}

function pathOfSource({ said, part }: Speaker, isRight: (path: string) => boolean): Found | null {
  const index = said.sources?.findIndex(({ path }) => path && isRight(path)) ?? -1;
  const text = said.sources?.[index]?.path;
  return text ? { text, part: below(part, 'sources', index, 'path') } : null;
}
