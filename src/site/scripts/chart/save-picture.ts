/** Shows the button that saves a chart as a PNG with the series chosen at that time. The browser draws it, in the light theme. */
export function offerPicture(figure: HTMLElement): void {
  const button = figure.querySelector<HTMLButtonElement>('[data-picture]');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const { downloadPng } = await import('./png-file.ts');
    await downloadPng(pictureOf(figure), button.dataset.picture ?? '');
  });
}

/** The drawing of a chart for wide pages, with the series that are shown now, as the URL of an SVG. */
export function pictureOf(figure: HTMLElement): string {
  const drawing = figure.querySelector('.chart-plot svg')?.cloneNode(true) as SVGSVGElement;
  drawing.querySelector('.chart-marks')?.remove();
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
}
