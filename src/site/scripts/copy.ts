import { element } from './element.ts';

/** How long a button shows its message, in milliseconds. */
const SHOWN_FOR = 2000;

type CopyTexts = Record<'copied' | 'copyFailed', string>;

/** Shows the copy buttons and attaches their click handlers. */
export function enableCopying(texts: CopyTexts): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
    const source = document.getElementById(button.dataset.copies ?? '');
    if (!source) continue;
    button.hidden = false;
    button.addEventListener('click', () => copyText(button, source.textContent, texts));
  }
}

let region: HTMLElement | undefined;

/** Copies text and reports the result on the button and to screen readers. */
export async function copyText(button: HTMLButtonElement, text: string, texts: CopyTexts): Promise<void> {
  button.dataset.name ??= button.textContent;
  const { name } = button.dataset;
  let said = texts.copied;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // The clipboard requires a secure context, such as HTTPS, and users can deny access to it.
    said = texts.copyFailed;
  }
  button.textContent = said;
  region ??= document.body.appendChild(element('p', { class: 'visually-hidden', role: 'status' }));
  region.textContent = said;
  setTimeout(() => {
    button.textContent = name ?? '';
  }, SHOWN_FOR);
}
