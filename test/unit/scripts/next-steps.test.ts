import { expect, test } from 'vitest';
import { nextSteps } from '../../../scripts/terminal/next-steps.ts';
import { asProgram, asScripts, callCommands } from '../../../src/problems/name-command.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

const SITE = { out: 'dist', apiOnly: false, shard: null };

test('a build says where the site is, and which command serves it, as it was called', () => {
  expect(nextSteps(SITE, { isFirst: false })).toEqual([
    'The site is in dist/client: npm run preview serves it on this machine.',
  ]);
  callCommands(asProgram('npx almanac'));
  const steps = nextSteps({ ...SITE, out: 'my site', apiOnly: true }, { isFirst: false });
  callCommands(asScripts);
  expect(steps).toEqual([
    "The API is in my site/client: npx almanac preview --out 'my site' serves it on this machine.",
  ]);
});

test('the first build also says how it is published: by copying it, and by a push if the folder has a workflow for that', () => {
  const [, copy] = nextSteps(SITE, { isFirst: true, folder: folderWith({}) });
  expect(copy).toBe('To publish it, copy dist/client to any file host.');
  const folder = folderWith({ '.github/workflows/publish.yml': '' });
  const [, push, ...more] = nextSteps(SITE, { isFirst: true, folder });
  expect(push).toBe(
    'To publish it, push this folder to GitHub to run .github/workflows/publish.yml, or copy dist/client to any file host.',
  );
  expect(more).toEqual([]);
});

test('a shard, which is only a part, has no next step', () => {
  expect(nextSteps({ ...SITE, shard: { number: 1, of: 2 } }, { isFirst: true })).toEqual([]);
});
