import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ALLOWED, EXCEPTIONS } from '../../../scripts/licences/allowed.ts';
import {
  formatLicences,
  type LockedPackage,
  type LockFile,
  productionPackages,
  refusedPackages,
} from '../../../scripts/licences/list-licences.ts';

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;
const packages = productionPackages(lock);

test('docs/licences.md is what `npm run licences` writes', () => {
  expect(packages.length).toBeGreaterThan(300);
  expect(readFileSync('docs/licences.md', 'utf8')).toBe(formatLicences(packages));
});

test('every package that building and serving need has a licence that is allowed, or an exception with a reason', () => {
  expect(refusedPackages(packages)).toEqual([]);
});

test('each exception is needed, and has a reason', () => {
  for (const { licence, packages: names, reason } of EXCEPTIONS) {
    expect(ALLOWED).not.toContain(licence);
    expect(packages.filter(({ name, licence: of }) => names.test(name) && of.includes(licence))).not.toEqual([]);
    expect(reason.length).toBeGreaterThan(80);
  }
});

test('the lock file has the licence that each installed package names', () => {
  const installed = Object.entries(lock.packages).filter(
    ([path]) => path !== '' && existsSync(join(path, 'package.json')),
  );
  expect(installed.length).toBeGreaterThan(300);
  for (const [path, { version, license }] of installed) {
    const its = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
    expect({ path, version: its.version, license: its.license?.type ?? its.license }).toEqual({
      path,
      version,
      license,
    });
  }
});

describe('the list', () => {
  const of = (entries: Record<string, LockedPackage>): ReturnType<typeof productionPackages> =>
    productionPackages({ packages: { '': { version: '1.0.0', license: 'MIT' }, ...entries } });

  test.each([
    ['MIT', []],
    ['(MIT OR GPL-3.0-only)', []],
    ['GPL-3.0-only', ['some-package 1.0.0 has the licence GPL-3.0-only']],
    ['MIT AND GPL-3.0-only', ['some-package 1.0.0 has the licence MIT AND GPL-3.0-only']],
    ['', ['some-package 1.0.0 has the licence (none named)']],
  ])('of a package with the licence %j refuses %j', (license, expected) => {
    const refused = refusedPackages(of({ 'node_modules/some-package': { version: '1.0.0', license } }));
    expect(refused.map((line) => line.split(':')[0])).toEqual(expected);
  });
});
