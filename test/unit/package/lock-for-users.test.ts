import { expect, test } from 'vitest';
import { lockForUsers } from '../../../scripts/package/lock-for-users.ts';

test('users of the package get its dependencies in the versions that were tested, and nothing for development', () => {
  const entry = { version: '1.0.0', integrity: 'sha512-x' };
  const lock = {
    lockfileVersion: 3,
    packages: {
      '': { version: '2.0.0', dependencies: { a: '1.0.0' }, devDependencies: { b: '1.0.0' } },
      'node_modules/a': entry,
      'node_modules/a/node_modules/c': { ...entry, optional: true },
      'node_modules/b': { ...entry, dev: true },
      'node_modules/d': { ...entry, devOptional: true },
    },
  };
  expect(lockForUsers(lock)).toEqual({
    lockfileVersion: 3,
    packages: {
      '': { version: '2.0.0', dependencies: { a: '1.0.0' } },
      'node_modules/a': entry,
      'node_modules/a/node_modules/c': { ...entry, optional: true },
      'node_modules/d': { ...entry, devOptional: true },
    },
  });
});
