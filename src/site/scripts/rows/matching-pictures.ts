import { labelled } from '../../../contract/labels/value-labels.ts';
import { fill } from '../../../texts/fill-text.ts';
import { intlNumbers } from '../../../texts/intl-formats.ts';
import { histogramBars, valueBars } from '../../shared/picture-paths.ts';
import { type Asking, askRows } from '../asking/ask-table.ts';
import type { AskedRows } from '../asking/asked-rows.ts';
import { element } from '../element.ts';

/**
 * Returns a function to call when conditions may have changed. Pictures of columns that are seen then show the rows for which the conditions on other
 * columns hold. Without conditions, they are as published.
 */
export function matchingPictures(asking: Asking): () => void {
  const { format } = intlNumbers(asking.data.language);
  const shapes = [...document.querySelectorAll<HTMLElement>('.columns .shape:is(.histogram, .values)')];
  const published = new Map<Element, string>(shapes.map((shape) => [shape, shape.innerHTML]));
  let drawn: AskedRows['where'] | null = null;
  const seen = new IntersectionObserver((entries) => {
    const where = drawn;
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) draw(target, where).catch(() => where === drawn && reset(target));
    }
  });
  return () => {
    if (asking.asked.where === drawn) return;
    drawn = asking.asked.where;
    seen.disconnect();
    for (const shape of shapes) {
      reset(shape);
      if (drawn.length === 0) continue;
      // The line for the number of rows has its place before they are counted, so nothing moves while a reader scrolls.
      shape.querySelector('ol ~ p')?.remove();
      shape.append(element('p', {}, '…'));
      seen.observe(shape);
    }
  };

  function reset(shape: Element): void {
    shape.innerHTML = published.get(shape) ?? '';
  }

  async function draw(shape: Element, where: AskedRows['where'] | null): Promise<void> {
    seen.unobserve(shape);
    const [column = '', note] = [shape.parentElement?.querySelector('h3')?.textContent, shape.lastElementChild];
    const [path, quartiles] = shape.querySelectorAll('path');
    const lines = [...shape.querySelectorAll('li')];
    const profile = asking.profile.columns.find(({ name }) => name === column);
    const edges = profile?.histogram?.edges ?? [];
    const parts =
      lines.length === 0 ? { histograms: [{ column, edges }] } : { facets: [{ column, limit: lines.length }] };
    const others = asking.asked.where.filter((it) => it.column !== column);
    const answer = await askRows(asking, parts, (...said) => note?.replaceChildren(...said), undefined, others);
    if (where !== drawn) return;
    const { matched, of, facets: [facet] = [], histograms: [bins] = [] } = answer;
    const values = facet?.values ?? [];
    const most = values[0]?.count ?? 1;
    path?.setAttribute('d', bins ? histogramBars(bins.counts) : valueBars(values.map(({ count }) => count / most)));
    quartiles?.remove();
    for (const [at, line] of lines.entries()) {
      const texts = [labelled(profile, String(values[at]?.value ?? '')), values[at] ? format(values[at].count) : ''];
      line.replaceChildren(...texts.map((text) => element('span', {}, text)));
    }
    const counts = fill(asking.texts.matchingOf, { matched: format(matched), count: format(of) });
    note?.replaceChildren(element('bdi', {}, counts));
  }
}
