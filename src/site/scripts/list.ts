/*
 * Filters lists of datasets by category and sorts them. The address includes the category and the order, so a copied link restores them.
 */

import { fill, type PluralForms, quantity } from '../../texts/fill-text.ts';
import { element } from './element.ts';
import { keepInAddress } from './keep-in-address.ts';

type Words = Record<'tag' | 'some', string> & { datasets: PluralForms };

const tools = document.querySelector<HTMLElement>('[data-list-tools]');
if (tools) start(tools);

function start(tools: HTMLElement): void {
  const words = JSON.parse(tools.dataset.texts as string) as Words;
  const canFilter = tools.dataset.filter !== undefined;
  const order = tools.querySelector('select') as HTMLSelectElement;
  const status = document.querySelector('[data-list-status]') as HTMLElement;
  const chips = [...tools.querySelectorAll<HTMLAnchorElement>('a[data-category]')];
  const lists = [...document.querySelectorAll<HTMLElement>('[data-browse] ul.dataset-list')];
  /** The rows of each list in their original order. */
  const home = lists.map((list) => [...list.children] as HTMLElement[]);
  const rows = home.flat();
  const firstOrder = order.options[0]?.value ?? '';
  /** A list of the datasets of all categories. On pages with a filter, it replaces the other lists unless the order is by category. */
  const mixed = element('ul', { class: 'dataset-list', hidden: '' });
  if (canFilter) (lists[0]?.closest('section') ?? lists[0])?.before(mixed);
  let category = '';

  const apply = (): void => {
    for (const row of rows) row.hidden = category !== '' && row.dataset.category !== category;
    for (const chip of chips) chip.ariaCurrent = chip.dataset.category === category ? 'true' : null;
    const isMixed = canFilter && order.value !== 'category';
    mixed.hidden = !isMixed;
    for (const [at, list] of lists.entries()) {
      const own = home[at] as HTMLElement[];
      const section = list.closest('section');
      if (canFilter && section) section.hidden = isMixed || own.every((row) => row.hidden);
      if (!isMixed) list.append(...(canFilter ? own : sorted(own, order.value)));
    }
    if (isMixed) mixed.append(...sorted(rows, order.value));
  };

  const tell = (): void => {
    const all = quantity(words.tag, words.datasets, rows.length);
    const shown = rows.filter((row) => !row.hidden).length;
    const some = fill(words.some, { shown: shown.toLocaleString(words.tag), datasets: all });
    status.textContent = shown === rows.length ? all : some;
  };

  const change = (): void => {
    apply();
    tell();
    keepInAddress({ ...(canFilter ? { category } : {}), order: order.value === firstOrder ? '' : order.value });
  };

  order.addEventListener('change', change);
  for (const chip of chips) {
    chip.addEventListener('click', (event) => {
      // With a modifier key, a click keeps its usual effect, such as opening the link in a new tab.
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
      event.preventDefault();
      category = chip.dataset.category ?? '';
      change();
    });
  }

  const { searchParams } = new URL(location.href);
  const wanted = searchParams.get('category') ?? '';
  if (canFilter && chips.some((chip) => chip.dataset.category === wanted)) category = wanted;
  const wantedOrder = searchParams.get('order');
  if (Array.from(order.options).some(({ value }) => value === wantedOrder)) order.value = wantedOrder as string;
  if (category !== '' || order.value !== firstOrder) apply();
  for (const part of document.querySelectorAll('.needs-script')) part.classList.remove('needs-script');
}

/** Sorts rows by a number in their data attributes, the largest first. Rows with equal numbers, or without one, are sorted by title. */
function sorted(rows: readonly HTMLElement[], by: string): HTMLElement[] {
  const collator = new Intl.Collator(document.documentElement.lang || undefined, { numeric: true });
  return rows
    .map((row) => ({ row, key: Number(row.dataset[by] ?? 0), title: row.querySelector('a')?.textContent ?? '' }))
    .sort((one, other) => other.key - one.key || collator.compare(one.title, other.title))
    .map(({ row }) => row);
}
