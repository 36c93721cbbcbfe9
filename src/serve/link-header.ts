import type { PageLinks } from '../contract/documents.ts';

/**
 * `Link` field (RFC 8288) of a response: pagination links if it is a page, and a link to the schema that describes it if there is one.
 * Empty if there are no links. All URLs have the prefix of the published files, whatever host the request names.
 */
export function linkHeader(links: PageLinks | null, schema: string | null): string {
  const pages = links
    ? link(links.next, 'next') + link(links.prev, 'prev') + link(links.first, 'first') + link(links.last, 'last')
    : '';
  return (pages + link(schema, 'describedby')).slice(0, -2);
}

function link(url: string | null, relation: string): string {
  return url ? `<${url}>; rel="${relation}", ` : '';
}
