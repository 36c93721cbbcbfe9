/** Pixels per unit of a saved picture's drawing. */
const SCALE = 2;

/** Downloads a drawing, given by the URL of an SVG, as a PNG with a name. The browser draws it. */
export async function downloadPng(drawing: string, name: string): Promise<void> {
  const image = new Image();
  image.src = drawing;
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: image.width * SCALE, height: image.height * SCALE });
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  Object.assign(document.createElement('a'), { href: canvas.toDataURL(), download: name }).click();
}
