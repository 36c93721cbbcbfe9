import fc from 'fast-check';

/** Plain numbers in every notation: signs, points at either end, exponents, many digits, zeros at either end. */
export const plainNumber: fc.Arbitrary<string> = fc
  .record({
    sign: fc.constantFrom('', '', '-', '+'),
    whole: fc.oneof(fc.constantFrom('0', '1', '9'), fc.bigInt({ min: 0n, max: 10n ** 22n }).map(String)),
    rest: fc.oneof(fc.constantFrom('', '.', '.0', '.50'), fc.stringMatching(/^\.[0-9]{1,20}$/)),
    leading: fc.boolean(),
    exponent: fc.oneof(
      fc.constant(''),
      fc.tuple(fc.constantFrom('e', 'E', 'e+', 'e-', 'E-0'), fc.integer({ min: 0, max: 320 })).map((it) => it.join('')),
    ),
  })
  .map(
    ({ sign, whole, rest, leading, exponent }) => `${sign}${leading && rest.length > 1 ? '' : whole}${rest}${exponent}`,
  );
