/** Checks what the publisher's style sheet loads: the content policy of the pages forbids all but images of the host. */

import { LOGO_FILE } from '../../contract/routes.ts';
import { type CssFault, type Fault, faultIfThrown, faultsInCss, lightningcss } from './check-css.ts';

/** Stands for the address of the style sheet. */
const HERE = 'http://catalogue.invalid';

const OWN_IMAGE = 'Put a small image into the style sheet itself, as url("data:image/svg+xml,…").';

/** Everything that is wrong with a style sheet, apart from the values of the promised properties, in order. */
export function faultsInTheme(css: string): CssFault[] {
  const faults = faultsInCss(css, faultInAddress);
  // Rules nest no deeper than the parser survives once all else is right.
  const failed =
    faults.length > 0
      ? null
      : faultIfThrown(css, 0, () => lightningcss().transform({ filename: '', code: Buffer.from(css) }));
  return (failed ? [failed] : faults).sort((a, b) => a.at - b.at);
}

/** What is wrong with the address of an image; null if browsers load it from the host itself. */
function faultInAddress(address: string): Fault | null {
  // With a scheme, an address that leads to this host leads elsewhere from the real one.
  const absolute = URL.parse(address);
  if (absolute?.protocol === 'data:') return null;
  const url = URL.parse(address, `${HERE}/`);
  if (absolute || url?.origin !== HERE) {
    return {
      reason: `loads ${JSON.stringify(address)}, and the content policy of the pages allows nothing from other hosts`,
      help: OWN_IMAGE,
    };
  }
  const isRelative = address !== '' && !/^[#/\\]/.test(address);
  if (!isRelative || url.pathname === `/${LOGO_FILE}`) return null;
  return {
    reason: `loads ${JSON.stringify(address)}, and files of the raw data are not published`,
    help: `${OWN_IMAGE} The logo is "${LOGO_FILE}", and "/…" leads to other files of the host.`,
  };
}
