import { type PluralForms, quantity } from '../../texts/fill-text.ts';
import { foldWord } from '../shared/search/fold-word.ts';

/** Shows the filter for columns. It searches their names, titles, types, units and descriptions. */
export function filterColumns(box: HTMLElement): void {
  const input = box.querySelector('input');
  const found = box.querySelector('output');
  const list = box.nextElementSibling;
  if (!input || !found || !list) return;
  const items = Array.from(list.children as HTMLCollectionOf<HTMLElement>, (item) => ({
    item,
    text: foldWord(
      [...item.children]
        .filter((it) => !it.matches('.shape, details'))
        .map((it) => it.textContent)
        .join(' '),
    ),
  }));
  const language = box.dataset.language ?? 'en';
  const forms = JSON.parse(box.dataset.found ?? '{}') as PluralForms;
  const filter = (): void => {
    const words = foldWord(input.value).split(/\s+/);
    let count = 0;
    for (const { item, text } of items) {
      item.hidden = !words.every((word) => text.includes(word));
      if (!item.hidden) count += 1;
    }
    found.textContent = input.value === '' ? '' : quantity(language, forms, count);
  };
  input.addEventListener('input', filter);
  // Following a link to a hidden column clears the filter.
  addEventListener('hashchange', () => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target?.hidden || target.parentElement !== list) return;
    input.value = '';
    filter();
    target.scrollIntoView();
  });
  box.hidden = false;
}
