const MAIL = /^(?:mailto:)?([^\s@:?]+@[^\s@:?]+)$/i;
const WEB = /^https?:\/\/\S+$/i;

/** Where a contact leads: a mail address or a page on the web; null for any other text, which is no link. */
export function contactLink(contact: string): string | null {
  const mail = MAIL.exec(contact)?.[1];
  if (mail !== undefined) return `mailto:${mail}`;
  return WEB.test(contact) ? contact : null;
}
