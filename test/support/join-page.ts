import { CLOSE, openPage, type PageStart } from '../../src/contract/page-layout.ts';
import type { Window } from '../../src/contract/routes.ts';

/** Text of a page; each record is JSON without line breaks. */
export function joinPage({ records, ...start }: PageStart & { records: readonly string[] }, window: Window): string {
  const lines = records.length === 0 ? '' : `${records.join(',\n')}\n`;
  return `${openPage(start, window)}${lines}${CLOSE}`;
}
