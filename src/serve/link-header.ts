import type { PageLinks } from '../contract/documents.ts';

/**
 * `Link` field (RFC 8288) of a response: links to the other pages if it is a page, and to the schema that describes its records if there is
 * one. Empty if there is nothing to link to. The URLs come from what was published, not from a request.
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
