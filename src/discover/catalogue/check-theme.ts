/** Checks what the publisher's style sheet loads: the content policy of the pages forbids all but images of the host. */

import { LOGO_FILE } from '../../contract/routes.ts';
import type { Fault } from './read-css.ts';

/** Stands for the address of the style sheet. */
const HERE = 'http://catalogue.invalid';

/** What is wrong with the address of an image; null if browsers load it. */
export function faultInAddress(address: string): Fault | null {
  const url = URL.parse(address, `${HERE}/`);
  if (url?.protocol === 'data:') return null;
  if (url?.origin !== HERE) {
    return {
      reason: `loads ${JSON.stringify(address)}, and the content policy of the pages allows nothing from other hosts`,
      help: 'Put a small image into the style sheet itself, as url("data:image/svg+xml,…").',
    };
  }
  const isRelative = address !== '' && !/^[#/\\]/.test(address);
  if (!isRelative || url.pathname === `/${LOGO_FILE}`) return null;
  return {
    reason: `loads ${JSON.stringify(address)}, and files of the raw data are not published`,
    help: `Put a small image into the style sheet itself, as url("data:image/svg+xml,…"). The logo is "${LOGO_FILE}", and "/…" leads to other files of the host.`,
  };
}
