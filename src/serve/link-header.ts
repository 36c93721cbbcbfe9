import type { PageLinks } from '../contract/documents.ts';

/**
 * `Link` field (RFC 8288) of a response, with the pagination links of a page and the URL of the schema that describes the response.
 * Empty if both are null.
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
