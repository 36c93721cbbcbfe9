/** Which network addresses belong to no public host, and a name lookup that refuses them. */

import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/**
 * Ranges that no public host is in, from the registries for special purposes of IANA (RFC 6890). 100.64.0.0/10 is that of providers, and
 * in 169.254.0.0/16 clouds hand out credentials.
 */
const IPV4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.168.0.0/16 198.18.0.0/15 224.0.0.0/3';
/** The first includes `::1`; two others embed an address of IPv4. */
const IPV6 = '::/96 64:ff9b:1::/48 2001::/32 2002::/16 fc00::/7 fe80::/9 ff00::/8';

const ranges = new BlockList();
for (const range of `${IPV4} ${IPV6}`.split(' ')) {
  const [start = '', bits] = range.split('/');
  // A range of IPv4 also covers addresses that are mapped to IPv6 (::ffff:0:0/96), but not those that a gateway translates (RFC 6052).
  ranges.addSubnet(start, Number(bits), isIPv6(start) ? 'ipv6' : 'ipv4');
  if (!isIPv6(start)) ranges.addSubnet(`64:ff9b::${start}`, 96 + Number(bits), 'ipv6');
}

/** Whether an address, such as `10.0.0.1` or `fe80::1`, belongs to no public host. False for anything but an IP address. */
export function isPrivate(address: string): boolean {
  const [bare = ''] = address.split('%');
  return isIP(bare) !== 0 && ranges.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4');
}

/** Thrown for a host that has a private address. */
export class PrivateAddressError extends Error {
  readonly address: string;
  constructor(address: string) {
    super(`${address} is a private address`);
    this.address = address;
  }
}

/**
 * Looks up a host as `dns.lookup` does, but fails with a `PrivateAddressError` if any of its addresses is private. A connection made with it
 * goes to an address that was checked, even if the host has others a moment later.
 */
export const lookupPublic: LookupFunction = (host, options, callback) => {
  lookup(host, options, (error, found: string | LookupAddress[], family) => {
    const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
    const refused = addresses.find(isPrivate);
    callback(refused === undefined ? error : new PrivateAddressError(refused), found, family);
  });
};
