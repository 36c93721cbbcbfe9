import type { PageLinks } from '../contract/documents.ts';

/**
 * `Link` field (RFC 8288) of a response, with the pagination links of a page and the URL of the schema that describes the response.
 * Empty if both are null.
 */
export function linkHeader(links: PageLinks | null, schema: string | null): string {
  const { next, prev, first, last } = links ?? {};
  return Object.entries({ next, prev, first, last, describedby: schema })
    .flatMap(([relation, url]) => (url ? `<${url}>; rel="${relation}"` : []))
    .join(', ');
}
