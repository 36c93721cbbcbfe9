import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Files, folderWith, rawDataWith, sidecarWith } from '../../support/builds/raw-data-folder.ts';
import { contentOf, ENVIRONMENT } from '../../support/builds/run-build.ts';

/*
 * The workflow is run here as GitHub runs it: each job in a checkout of its own, which exchanges its parts with others
 * as the actions do. Only `npm ci`, and the actions that prepare a machine or publish, have nothing to do.
 */

interface Step {
  uses?: string;
  run?: string;
  env?: Record<string, string>;
  with?: Record<string, string | number>;
}

interface Job {
  strategy?: { matrix: { part: number[] } };
  steps: Step[];
}

const { jobs } = parse(readFileSync('.github/workflows/publish.yml', 'utf8')) as { jobs: Record<string, Job> };

const GITHUB = { 'github.repository_owner': 'owner', 'github.event.repository.name': 'data' } as const;
const DATA: Files = Object.fromEntries(
  ['a', 'b', 'c', 'd', 'e'].flatMap((name, index) => [
    [`economy/${name}.csv`, `n,text\n${`${index},x\n`.repeat(120 * (index + 1))}`],
    [`economy/${name}.meta.json`, sidecarWith({ columns: { n: { description: 'N' }, text: { description: 'T' } } })],
  ]),
);

/** A checkout of this project with other raw data, in which everything is installed. */
function checkout(): string {
  const folder = folderWith({});
  for (const name of ['package.json', 'astro.config.mjs']) cpSync(name, join(folder, name));
  for (const name of ['src', 'scripts', 'public', 'node_modules']) symlinkSync(resolve(name), join(folder, name));
  cpSync(rawDataWith(DATA), join(folder, 'raw-data'), { recursive: true });
  return folder;
}

/** A text with the values of its expressions. Throws if it has an expression that is not known here. */
function evaluate(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$\{\{ *(.*?) *\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${name} has no value`);
    return value;
  });
}

/** Runs a job, and returns its checkout. Jobs exchange files in `artifacts`. */
function runJob({ steps }: Job, values: Readonly<Record<string, string>>, artifacts: string): string {
  const folder = checkout();
  for (const { run, env = {}, uses = '', with: given = {} } of steps) {
    const input = (name: string): string => evaluate(String(given[name]), values);
    const variables = Object.entries(env).map(([name, value]) => [name, evaluate(value, values)] as const);
    const [action] = uses.split('@');
    // The actions that upload files leave out hidden ones, unless the step says otherwise.
    const filter = (path: string): boolean => !basename(path).startsWith('.');
    if (run !== undefined && !run.startsWith('npm ci')) {
      // As GitHub runs a step that names no shell.
      const environment = { ...ENVIRONMENT, ...Object.fromEntries(variables) };
      execFileSync('bash', ['-e', '-c', run], { cwd: folder, env: environment, stdio: 'pipe' });
    } else if (action === 'actions/upload-artifact') {
      cpSync(join(folder, input('path')), join(artifacts, input('name')), { recursive: true, filter });
    } else if (action === 'actions/download-artifact') {
      const names = readdirSync(artifacts).filter((name) => name.startsWith(input('pattern').replace('*', '')));
      for (const name of names) cpSync(join(artifacts, name), join(folder, input('path'), name), { recursive: true });
    } else if (action === 'actions/upload-pages-artifact') {
      cpSync(join(folder, input('path')), join(artifacts, 'pages'), { recursive: true, filter });
    }
  }
  return folder;
}

test('the workflow publishes what one build does', { timeout: 120_000 }, () => {
  const artifacts = folderWith({});
  const { build, merge } = jobs as { build: Job; merge: Job };
  const parts = build.strategy?.matrix.part ?? [];
  for (const part of parts) {
    const values = { ...GITHUB, 'matrix.part': String(part), 'strategy.job-total': String(parts.length) };
    rmSync(runJob(build, values, artifacts), { recursive: true });
  }
  expect(readdirSync(artifacts)).toEqual(parts.map((part) => `part-${part}`));
  const folder = runJob(merge, GITHUB, artifacts);
  const single = ['run', 'build', '--', '--site', 'https://owner.github.io', '--base', '/data', '--out', 'single'];
  execFileSync('npm', single, { cwd: folder, env: ENVIRONMENT, stdio: 'pipe' });
  expect(existsSync(join(artifacts, 'pages/v1/datasets/e.json'))).toBe(true);
  expect(contentOf(join(artifacts, 'pages'))).toEqual(contentOf(join(folder, 'single/client')));
});
