import { type PluralForms, quantity } from '../../texts/fill-text.ts';
import { foldWord } from '../shared/search/fold-word.ts';

const textOf = ({ textContent }: Element): string => textContent;

/** Shows the filter for columns. It searches their names, titles, types, units and descriptions. */
export function filterColumns(box: HTMLElement): void {
  const input = box.querySelector('input');
  const found = box.querySelector('output');
  const fold = box.parentElement?.querySelector<HTMLDetailsElement>('.columns + details');
  const items = Array.from(document.querySelectorAll<HTMLElement>('.columns > li'), (item) => ({
    item,
    text: foldWord(Array.from(item.querySelectorAll(':scope > :not(.shape, details)'), textOf).join(' ')),
  }));
  if (!input || !found) return;
  const language = box.dataset.language ?? 'en';
  const forms = JSON.parse(box.dataset.found ?? '{}') as PluralForms;
  const filter = (): void => {
    // The filter finds folded columns too.
    if (fold && input.value !== '') fold.open = true;
    const words = foldWord(input.value).split(/\s+/);
    for (const { item, text } of items) item.hidden = !words.every((word) => text.includes(word));
    const count = items.filter(({ item }) => !item.hidden).length;
    found.textContent = input.value === '' ? '' : quantity(language, forms, count);
  };
  input.addEventListener('input', filter);
  // Following a link to a hidden column clears the filter, and opens what it is folded into, as only some browsers do by themselves.
  const reveal = (): void => {
    const target = document.getElementById(location.hash.slice(1));
    if (!target?.matches('.columns > li') || target.checkVisibility()) return;
    input.value = '';
    filter();
    if (fold?.contains(target)) fold.open = true;
    target.scrollIntoView();
  };
  addEventListener('hashchange', reveal);
  reveal();
  box.hidden = false;
}
