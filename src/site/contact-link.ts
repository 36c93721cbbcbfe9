const MAIL = /^(?:mailto:)?([^\s@:?]+@[^\s@:?]+)$/i;
const WEB = /^https?:\/\/\S+$/i;

/** Link for an email or web address; null for any other contact. */
export function contactLink(contact: string): string | null {
  const mail = MAIL.exec(contact)?.[1];
  if (mail !== undefined) return `mailto:${mail}`;
  return WEB.test(contact) ? contact : null;
}
