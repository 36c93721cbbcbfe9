/** Pixels per unit of a saved picture's drawing. */
const SCALE = 2;

/** Shows the button that saves a chart as a PNG: what its link to an SVG leads to at that time. The browser draws it, in the light theme. */
export function offerPicture(figure: HTMLElement): void {
  const button = figure.querySelector<HTMLButtonElement>('[data-picture]');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const image = new Image();
    image.src = figure.querySelector<HTMLAnchorElement>('.chart-files a')?.href ?? '';
    await image.decode();
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: image.width * SCALE, height: image.height * SCALE });
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    Object.assign(document.createElement('a'), { href: canvas.toDataURL(), download: button.dataset.picture }).click();
  });
}
