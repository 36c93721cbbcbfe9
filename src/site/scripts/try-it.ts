import type { IndexDocument } from '../../contract/documents.ts';
import {
  type Collection,
  collectionFile,
  DATASET_FILES,
  DEFAULT_LIMIT,
  datasetFile,
  INDEX_FILE,
  pageFile,
} from '../../contract/routes.ts';
import { bytesFormat } from '../../texts/format-bytes.ts';
import { indentJson } from '../shared/indent-json.ts';
import { element } from './element.ts';
import { readJson } from './read-json.ts';

type Words = Record<'tag' | 'base' | 'sending' | 'status' | 'type' | 'size' | 'cut' | 'noResponse', string>;

/** Maximum length of the response body shown, in UTF-16 code units. */
const MAX_BODY_LENGTH = 20_000;

const section = document.querySelector<HTMLElement>('[data-try]');
if (section) start(section);

function start(section: HTMLElement): void {
  const words = JSON.parse(section.dataset.try as string) as Words;
  const part = <T extends Element>(selector: string): T => section.querySelector(selector) as T;
  const form = part<HTMLFormElement>('form');
  const config = part<HTMLSelectElement>('[name=config]');
  const content = part<HTMLSelectElement>('[name=document]');
  const page = part<HTMLInputElement>('[name=page]');
  const address = part<HTMLElement>('.try-address code');
  const status = part<HTMLElement>('[role=status]');
  const body = part<HTMLElement>('.try-body');
  const bytes = bytesFormat(words.tag);
  let sent = 0;

  const update = (): void => {
    const name = content.value;
    config.disabled = name === 'list' || name === 'index';
    page.disabled = name !== 'list' && name !== 'records';
    const rows = Number(config.selectedOptions[0]?.dataset.rows ?? 0);
    if (name === 'records' && rows > 0) page.max = `${Math.ceil(rows / DEFAULT_LIMIT)}`;
    else page.removeAttribute('max');
    address.textContent = `GET ${words.base}${fileOf(name, config.value, page.valueAsNumber)}`;
  };

  const send = async (): Promise<void> => {
    sent += 1;
    const own = sent;
    const url = words.base + fileOf(content.value, config.value, page.valueAsNumber);
    status.textContent = words.sending;
    try {
      const response = await fetch(url);
      const text = await response.text();
      // A response is ignored once a newer request has been sent.
      if (own === sent) show(response, text);
    } catch {
      if (own !== sent) return;
      status.textContent = words.noResponse;
      body.hidden = true;
    }
  };

  const show = (response: Response, text: string): void => {
    const type = response.headers.get('Content-Type') ?? '';
    const length = new TextEncoder().encode(text).length;
    const shown = /json/.test(type)
      ? indentJson(text, MAX_BODY_LENGTH)
      : { text: text.slice(0, MAX_BODY_LENGTH), isCut: text.length > MAX_BODY_LENGTH };
    const facts = [`${words.status} ${response.status}`, `${words.type} ${type}`, `${words.size} ${bytes(length)}`];
    if (shown.isCut) facts.push(words.cut);
    status.textContent = facts.join(' · ');
    (body.querySelector('code') as HTMLElement).textContent = shown.isCut ? `${shown.text}\n…` : shown.text;
    body.hidden = false;
  };

  form.addEventListener('input', update);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void send();
  });
  update();
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    fillDatasets(config, words.base).catch(() => {});
  });
  observer.observe(section);
  form.classList.remove('needs-script');
}

/** Path of the chosen file. `page` counts from 1. */
function fileOf(content: string, config: string, page: number): string {
  if (content === 'index') return INDEX_FILE;
  const file = DATASET_FILES.find((it) => it === content);
  if (file) return datasetFile(file, config);
  const collection: Collection =
    content === 'list' ? { kind: 'datasets', category: null } : { kind: 'records', config };
  if (!(page > 1)) return collectionFile(collection);
  return pageFile(collection, { limit: DEFAULT_LIMIT, offset: (Math.trunc(page) - 1) * DEFAULT_LIMIT });
}

/** Fills the menu of datasets. The HTML has only one of them, since there may be thousands. */
async function fillDatasets(config: HTMLSelectElement, base: string): Promise<void> {
  const { datasets } = await readJson<IndexDocument>(base + INDEX_FILE);
  const chosen = config.value;
  config.replaceChildren(
    ...datasets.map((it) => element('option', { value: it.config, 'data-rows': `${it.row_count}` }, it.name)),
  );
  config.value = chosen;
}
