const SVG = 'http://www.w3.org/2000/svg';

/** An element of the page; an empty class name is left out. */
export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}

/** An element of a drawing. */
export function shape(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
