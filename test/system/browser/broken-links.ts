import { statSync } from 'node:fs';
import { join } from 'node:path';
import { attributeValues, type BuiltPage } from './built-pages.ts';

/** Placeholder for the host, which the files do not know. */
const HOST = 'http://catalogue.invalid';

/**
 * Internal links of built pages that lead to a missing file of the client folder, or to a fragment that no element has, each as
 * `page → link: reason`. A link to a folder without its slash counts as broken, since not every host redirects.
 */
export function brokenLinks(client: string, pages: readonly BuiltPage[]): string[] {
  const idsOf = new Map(pages.map(({ path, html }) => [path, new Set(attributeValues(html, 'id'))]));
  return pages.flatMap(({ path, html }) =>
    ['href', 'src']
      .flatMap((name) => attributeValues(html, name))
      .flatMap((link) => {
        const reason = whyBroken(client, idsOf, new URL(link, HOST + path));
        return reason === null ? [] : [`${path} → ${link}: ${reason}`];
      }),
  );
}

function whyBroken(client: string, idsOf: ReadonlyMap<string, ReadonlySet<string>>, url: URL): string | null {
  if (url.origin !== HOST) return null;
  const path = decodeURIComponent(url.pathname);
  const file = path.endsWith('/') ? `${path}index.html` : path;
  if (!statSync(join(client, file), { throwIfNoEntry: false })?.isFile()) return `no file ${file}`;
  const fragment = decodeURIComponent(url.hash.slice(1));
  if (fragment !== '' && !idsOf.get(path)?.has(fragment)) return `no element with the id ${fragment}`;
  return null;
}
