/** All control characters except tab, line feed and carriage return, and the noncharacters that XML 1.0 forbids (section 2.2). */
const FORBIDDEN = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a string for use as content or in an attribute of XML or HTML. Forbidden characters are replaced with U+FFFD. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}
