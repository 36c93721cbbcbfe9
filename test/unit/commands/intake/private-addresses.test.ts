import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPrivate, lookupPublic, PrivateAddressError } from '../../../../src/commands/intake/private-addresses.ts';

describe('an address is private', () => {
  test.each([
    ...['0.0.0.0', '10.0.0.0', '10.255.255.255', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.255'],
    ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.168.1.1', '198.19.0.1', '224.0.0.1'],
    ...['255.255.255.255', '::', '::1', '::127.0.0.1', '::ffff:10.0.0.1', '::ffff:a00:1', 'fc00::1', 'fd12:3456::1'],
    ...['fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '64:ff9b::10.0.0.1', '64:ff9b:1::1', '2002:a00:1::1'],
  ])('%s', (address) => {
    expect(isPrivate(address)).toBe(true);
  });

  test.each([
    ...['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '128.0.0.1', '169.253.0.1'],
    ...['172.15.255.255', '172.32.0.0', '192.0.1.1', '192.167.0.1', '192.169.0.1', '198.17.0.1', '223.255.255.255'],
    ...['2606:4700::1111', '::ffff:1.1.1.1', '64:ff9b::1.1.1.1', 'example.org', '10.0.0.1.example.org'],
  ])('not %s', (address) => {
    expect(isPrivate(address)).toBe(false);
  });
});

test('an address of IPv4 stays private when it is mapped to IPv6 or translated, and a public one public', () => {
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      for (const prefix of ['::ffff:', '64:ff9b::']) expect(isPrivate(prefix + address)).toBe(isPrivate(address));
    }),
  );
});

test.each([{ all: true }, {}, { family: 4 as const }])('a lookup with %j fails for this machine', async (options) => {
  const error = await new Promise((resolve) => lookupPublic('localhost', options, resolve));
  expect(error).toBeInstanceOf(PrivateAddressError);
});
