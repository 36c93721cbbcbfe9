import type { PageLinks } from '../contract/routes.ts';

/**
 * `Link` field (RFC 8288) of an answer: to the other pages, where it is one, and to the schema that describes its records, where there is one;
 * empty where there is nothing to name. Its URLs come from what was published, not from a request.
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
