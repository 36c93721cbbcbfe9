import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { initFolder } from '../../../src/commands/init/init-folder.ts';
import { folderWith, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { type Job, jobsOf, type Repository, runJob, temporary } from '../../support/runner/run-job.ts';

/*
 * A job that deploys to Pages may get a token that proves its identity. Whoever has that token can act for the repository, so no program
 * that reads data, or renders pages, may see how to get it.
 */

/** Stands for Almanac: prints what it sees of the token, and writes as little as the steps after it need. */
const SPY = `#!/usr/bin/env node
import { mkdirSync, writeFileSync } from 'node:fs';
const [, , command, ...rest] = process.argv;
const out = rest.includes('--out') ? rest[rest.indexOf('--out') + 1] : 'dist';
mkdirSync(out + '/client', { recursive: true });
writeFileSync(out + '/client/index.html', '');
const seen = Object.keys(process.env).filter((name) => name.startsWith('ACTIONS_ID_TOKEN')).length;
process.stderr.write('SPY ' + command + ' ' + seen + '\\n');
`;

const CONTEXTS = {
  needs: { address: { outputs: { site: 'https://org.github.io', base: '/repo', live: 'https://org.github.io/repo' } } },
  matrix: { part: '1' },
  strategy: { 'job-total': '4' },
};

/**
 * A repository with the spy in the place of Almanac: as the package that it depends on, and as its own program if it is a checkout of this
 * project.
 */
function repository(isCheckout: boolean): Repository {
  const files = folderWith({ 'raw-data/catalogue.json': '{}', 'package-lock.json': '{}' });
  const program = join(folderWith({ 'package.json': '{ "type": "module" }', 'run.js': SPY }), 'run.js');
  chmodSync(program, 0o755);
  if (isCheckout) {
    for (const name of ['package.json', 'action.yml', 'scripts/action'])
      cpSync(name, join(files, name), { recursive: true });
    writeFiles(files, { 'scripts/run.js': SPY });
  } else writeFileSync(join(files, 'package.json'), '{ "private": true }');
  return {
    files,
    program,
    workspace: join(temporary(), 'work'),
    pages: { base_url: 'https://org.github.io/repo', origin: 'https://org.github.io', base_path: '/repo' },
    contexts: {},
    caches: new Map(),
    artifacts: temporary(),
    published: null,
  };
}

/** What each job of a workflow runs, and how many variables about the token it sees. */
function seenIn(jobs: Record<string, Job>, isCheckout: boolean): string[] {
  const of = repository(isCheckout);
  return Object.entries(jobs).flatMap(([name, { if: _, ...job }]) => {
    const ran = runJob(of, job, CONTEXTS);
    expect([name, ran?.isOk, ran?.log]).toEqual([name, true, expect.anything()]);
    return [...(ran?.log ?? '').matchAll(/^SPY (.*)$/gm)].map(([, seen]) => `${name}: ${seen}`);
  });
}

/** The workflow that a new catalogue gets. */
function initialised(): string {
  const folder = folderWith({});
  initFolder(folder, { title: 'T', publisher: null, language: 'en' });
  return join(folder, '.github/workflows/publish.yml');
}

describe('no build, merge or check gets the token with which its job may deploy', () => {
  test('in the workflow that publishes this repository, with the action', () => {
    expect(seenIn(jobsOf('.github/workflows/publish.yml'), true)).toEqual(['check: check 0', 'publish: build 0']);
  });

  test('in the workflow for large catalogues', () => {
    const seen = seenIn(jobsOf('.github/workflows/publish-shards.yml'), true);
    expect(seen).toEqual(['build: build 0', 'merge: merge 0']);
  });

  test('in the workflow that init writes', () => {
    expect(seenIn(jobsOf(initialised()), false)).toEqual(['check: check 0', 'publish: build 0']);
  });

  test('though the job has it: a step that does not take it away hands it on', () => {
    const folder = folderWith({
      'w.yml': readFileSync(initialised(), 'utf8').replace(/^.*unset ACTIONS_ID_TOKEN.*\n/m, ''),
    });
    expect(seenIn(jobsOf(join(folder, 'w.yml')), false)).toEqual(['check: check 0', 'publish: build 2']);
  });
});
