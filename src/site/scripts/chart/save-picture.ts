/** Pixels per unit of a saved picture's drawing. */
const SCALE = 2;

/** Shows the button that saves a chart as a PNG with the series chosen at that time. The browser draws it, in the light theme. */
export function offerPicture(figure: HTMLElement): void {
  const button = figure.querySelector<HTMLButtonElement>('[data-picture]');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const image = new Image();
    image.src = pictureOf(figure);
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: image.width * SCALE, height: image.height * SCALE });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    Object.assign(document.createElement('a'), { href: canvas.toDataURL(), download: button.dataset.picture }).click();
  });
}

/** The drawing of a chart for wide pages, with the series that are shown now, as the URL of an SVG. */
export function pictureOf(figure: HTMLElement): string {
  const drawing = figure.querySelector('.chart-plot svg')?.cloneNode(true) as SVGSVGElement;
  drawing.querySelector('.chart-marks')?.remove();
  return `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
}
