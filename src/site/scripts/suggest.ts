import type { IndexDocument } from '../../contract/documents.ts';
import { INDEX_FILE } from '../../contract/routes.ts';
import { suggestPages } from '../shared/search/suggest-pages.ts';
import { element } from './element.ts';
import { readJson } from './read-json.ts';

const section = document.querySelector<HTMLElement>('[data-suggest]');
if (section) show(section, section.dataset.suggest as string).catch(() => {});

async function show(section: HTMLElement, base: string): Promise<void> {
  const pages = suggestPages(location.pathname, base, await readJson<IndexDocument>(base + INDEX_FILE));
  const list = section.querySelector('ul');
  if (!list || pages.length === 0) return;
  list.append(...pages.map(({ title, href }) => element('li', {}, element('a', { href }, title))));
  section.hidden = false;
}
