/** Replaces the assumed host address in examples with the real one, and hides the notes that ask readers to do so. */
export function showOwnAddress(): void {
  const notes = [...document.querySelectorAll<HTMLElement>('[data-assumed]')];
  const assumed = notes[0]?.dataset.assumed;
  // A page opened as a file has no host.
  if (!assumed || !location.protocol.startsWith('http')) return;
  for (const code of document.querySelectorAll('pre code')) {
    for (const part of code.childNodes) {
      if (part instanceof Text) part.data = part.data.replaceAll(assumed, location.origin);
    }
  }
  for (const note of notes) note.hidden = true;
}
