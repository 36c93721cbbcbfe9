import { rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { CATALOGUE, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { anotherUser } from '../../support/npm/another-user.ts';
import { installNode } from '../../support/npm/install-node.ts';
import { installedPackage } from '../../support/npm/installed-package.ts';

// The oldest Node runs every command. What a new one may break is the loading of packages, native modules and Astro: a site needs all of them.
test('an installed package checks data and builds a site on the newest Node', async () => {
  const [installed, node, user] = [await installedPackage(), await installNode('latest'), anotherUser()];
  onTestFinished(() => rmSync(user.home, { recursive: true, force: true }));
  writeFiles(user.home, {
    'raw-data/catalogue.json': CATALOGUE,
    ...withSidecar('raw-data/economy/bakeries', 'town,bakeries\nAix,12\nBonn,9\n', {
      name: 'Bakeries',
      columns: { town: { description: 'A town' }, bakeries: { description: 'Bakeries in it' } },
    }),
  });
  user.own();
  const checked = await user.run(node, [installed.program, 'check']);
  expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('0 problems')]);
  const built = await user.run(node, [installed.program, 'build']);
  expect([built.code, built.stdout, built.stderr]).toEqual([0, '', expect.stringContaining('render')]);
}, 300_000);
