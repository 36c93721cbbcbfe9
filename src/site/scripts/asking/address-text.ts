/** Escapes the characters that have a special meaning where the text is put, by default in the list of columns. */
export function encode(text: string, special = /[%,*]/g): string {
  return text.replace(special, (it) => `%${it.charCodeAt(0).toString(16).toUpperCase()}`);
}

export function decode(text: string): string {
  return text.replace(/%(25|2E|2C|2D|2A)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** A parameter of an address. Commas need no escaping in a query (RFC 3986, section 3.4) and are easier to read unescaped. */
export function parameter(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`;
}
