import { element } from './element.ts';

/** Resolves once a style sheet applies. */
export function loadStyles(href: string): Promise<unknown> {
  const link = element('link', { rel: 'stylesheet', href });
  document.head.append(link);
  return new Promise((resolve, reject) => Object.assign(link, { onload: resolve, onerror: reject }));
}
