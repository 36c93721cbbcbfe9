import { element } from './element.ts';

/** How long a button shows its message, in milliseconds. */
const SHOWN_FOR = 2000;

/** The messages of a button. */
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

/** Copies text, and says so on the button and to screen readers. */
export async function copyText(button: HTMLButtonElement, text: string, texts: CopyTexts): Promise<void> {
  button.dataset.name ??= button.textContent;
  const { name } = button.dataset;
  let said = texts.copied;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Pages without TLS have no clipboard, and users can forbid it.
    said = texts.copyFailed;
  }
  button.textContent = said;
  announce(said);
  setTimeout(() => {
    button.textContent = name ?? '';
  }, SHOWN_FOR);
}

let region: HTMLElement | undefined;

/** Lets screen readers read a message. */
function announce(text: string): void {
  if (!region) {
    region = element('p', { class: 'visually-hidden', role: 'status' });
    document.body.append(region);
  }
  region.textContent = text;
}
