/** Runs something once the page has been painted, so that no script delays what people read. */
export function afterPaint(run: () => unknown): void {
  requestAnimationFrame(() => setTimeout(run));
}
