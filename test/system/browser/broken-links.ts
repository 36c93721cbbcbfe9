import { statSync } from 'node:fs';
import { join } from 'node:path';
import { attributeValues, type BuiltPage } from './built-pages.ts';

/** Placeholder for the host, which the files do not know. */
const HOST = 'http://catalogue.invalid';

/**
 * Internal links of built pages that lead to a missing file of the client folder, or to a fragment that no element has, each as
 * `page → link: reason`. A link to a folder without its slash counts as broken, since not every host redirects. A link that leaves the
 * path `base` under which the host has the folder counts as broken too.
 */
export function brokenLinks(client: string, pages: readonly BuiltPage[], base = '/'): string[] {
  const idsOf = new Map(pages.map(({ path, html }) => [path, new Set(attributeValues(html, 'id'))]));
  return pages.flatMap(({ path, html }) =>
    ['href', 'src']
      .flatMap((name) => attributeValues(html, name))
      .flatMap((link) => {
        const reason = whyBroken(client, idsOf, new URL(link, HOST + base + path.slice(1)), base);
        return reason === null ? [] : [`${path} → ${link}: ${reason}`];
      }),
  );
}

function whyBroken(
  client: string,
  idsOf: ReadonlyMap<string, ReadonlySet<string>>,
  url: URL,
  base: string,
): string | null {
  if (url.origin !== HOST) return null;
  const whole = decodeURIComponent(url.pathname);
  if (!whole.startsWith(base)) return `leaves ${base}`;
  const path = `/${whole.slice(base.length)}`;
  const file = path.endsWith('/') ? `${path}index.html` : path;
  if (!statSync(join(client, file), { throwIfNoEntry: false })?.isFile()) return `no file ${file}`;
  const fragment = decodeURIComponent(url.hash.slice(1));
  if (fragment !== '' && !idsOf.get(path)?.has(fragment)) return `no element with the id ${fragment}`;
  return null;
}
