import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Files, rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';
import { contentOf, ENVIRONMENT } from '../../support/builds/run-build.ts';
import { type Job, jobsOf, type Ran, type Repository, runJob, temporary } from '../../support/runner/run-job.ts';
import { serveBeside } from '../../support/runner/serve-beside.ts';

/*
 * The workflow for large catalogues: each job in a checkout of its own, which exchanges its parts with others as the actions do.
 */

const DATA: Files = Object.fromEntries(
  ['a', 'b', 'c', 'd', 'e'].flatMap((name, index) => [
    [`economy/${name}.csv`, `n,text\n${`${index},x\n`.repeat(120 * (index + 1))}`],
    [`economy/${name}.meta.json`, sidecarWith({ columns: { n: { description: 'N' }, text: { description: 'T' } } })],
  ]),
);

/** A checkout of this project with other raw data. */
function checkout(): string {
  const folder = temporary();
  for (const name of ['package.json', 'package-lock.json', 'astro.config.mjs']) cpSync(name, join(folder, name));
  for (const name of ['src', 'scripts', 'public']) symlinkSync(resolve(name), join(folder, name));
  cpSync(rawDataWith(DATA), join(folder, 'raw-data'), { recursive: true });
  return folder;
}

test('the workflow publishes what one build does', { timeout: 120_000 }, async () => {
  const { url: origin, stop } = await serveBeside(temporary());
  onTestFinished(stop);
  const repository: Repository = {
    files: checkout(),
    workspace: join(temporary(), 'work'),
    pages: { base_url: `${origin}/data`, origin, base_path: '/data' },
    contexts: {},
    caches: new Map(),
    artifacts: temporary(),
    published: null,
  };
  const { address, build, merge, deploy } = jobsOf('.github/workflows/publish-shards.yml') as Record<string, Job>;
  const run = (job: Job | undefined, more = {}): Ran => {
    const ran = runJob(repository, job as Job, more);
    expect([ran?.isOk, ran?.log]).toEqual([true, expect.anything()]);
    return ran as Ran;
  };
  const { outputs } = run(address);
  const parts = build?.strategy?.matrix.part ?? [];
  for (const part of parts) {
    const strategy = { 'job-total': String(parts.length) };
    run(build, { needs: { address: { outputs } }, matrix: { part: String(part) }, strategy });
  }
  expect(readdirSync(repository.artifacts)).toEqual(parts.map((part) => `part-${part}`));
  expect(run(merge, { needs: { address: { outputs } } }).summary).toContain('### Almanac: 5 datasets');
  run(deploy);
  const single = ['run', 'build', '--', '--site', origin, '--base', '/data', '--out', 'single'];
  const folder = checkout();
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  execFileSync('npm', single, { cwd: folder, env: ENVIRONMENT, stdio: 'pipe' });
  const published = String(repository.published);
  expect(existsSync(join(published, 'v1/datasets/e.json'))).toBe(true);
  expect(contentOf(published)).toEqual(contentOf(join(folder, 'single/client')));
});
