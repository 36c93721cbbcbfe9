import { element } from './element.ts';

/** How long a button says that it has copied, in milliseconds. */
const SHOWN_FOR = 2000;

/** What a button says about its work. */
export interface CopyTexts {
  copied: string;
  copyFailed: string;
}

/** Shows the buttons that copy the text of an element, and lets them do so. */
export function enableCopying(root: ParentNode, texts: CopyTexts): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>('[data-copies]')) {
    const source = document.getElementById(button.dataset.copies ?? '');
    if (!source) continue;
    button.hidden = false;
    button.addEventListener('click', () => copyText(button, source.textContent, texts));
  }
}

/** Copies a text, and says so on the button, which the browser reads aloud because it has the focus. */
export async function copyText(button: HTMLButtonElement, text: string, texts: CopyTexts): Promise<void> {
  button.dataset.name ??= button.textContent;
  const { name } = button.dataset;
  let said = texts.copied;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages without TLS have no clipboard, and people can forbid it.
    said = texts.copyFailed;
  }
  button.textContent = said;
  announce(said);
  setTimeout(() => {
    button.textContent = name ?? '';
  }, SHOWN_FOR);
}

let region: HTMLElement | undefined;

/** Lets screen readers say a text. */
function announce(text: string): void {
  if (!region) {
    region = element('p', { class: 'visually-hidden', role: 'status' });
    document.body.append(region);
  }
  region.textContent = text;
}
