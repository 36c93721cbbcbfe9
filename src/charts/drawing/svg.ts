import { escapeXml } from '../../contract/escape-xml.ts';

function coordinate(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return Object.is(rounded, -0) ? '0' : String(rounded);
}

/** Template tag for the data of a path. Its coordinates get at most one decimal place. */
export function pathData(commands: TemplateStringsArray, ...coordinates: readonly number[]): string {
  return String.raw({ raw: commands }, ...coordinates.map(coordinate));
}

/** Formats an element. Attributes are escaped, or omitted if they are null or undefined; `content` must be markup. */
export function svgNode(
  name: string,
  attributes: Readonly<Record<string, string | number | null | undefined>>,
  content: string | null = null,
): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${typeof value === 'number' ? coordinate(value) : escapeXml(String(value))}"`)
    .join('');
  return content === null ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}
