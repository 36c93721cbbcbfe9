import { element } from './element.ts';

/** Makes a button that calls `act` when it is pressed. */
export function pressable(
  text: string,
  act: (button: HTMLButtonElement, event: MouseEvent) => unknown,
  attributes: Readonly<Record<string, string | null>> = {},
): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, text);
  made.addEventListener('click', (event) => act(made, event));
  return made;
}
