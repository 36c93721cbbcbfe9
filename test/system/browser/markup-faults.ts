import { HtmlValidate } from 'html-validate';
import type { BuiltPage } from './built-pages.ts';

/** How long a title is, is the publisher's choice. */
const RULES = { 'long-title': 'off' } as const;

/** What is wrong with the markup of some pages, as `file:line:column rule message`. */
export async function markupFaults(pages: readonly BuiltPage[]): Promise<string[]> {
  const validator = new HtmlValidate({ root: true, extends: ['html-validate:recommended'], rules: RULES });
  const found: string[] = [];
  for (const { file, html } of pages) {
    const { results } = await validator.validateString(html, file);
    for (const { messages } of results) {
      found.push(
        ...messages.map(({ line, column, ruleId, message }) => `${file}:${line}:${column} ${ruleId} ${message}`),
      );
    }
  }
  return found;
}
