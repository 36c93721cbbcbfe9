import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { CATALOGUE, folderWith, sidecarWith, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { type Job, jobsOf, type Ran, type Repository, runJob, temporary } from '../../support/runner/run-job.ts';
import { serveBeside } from '../../support/runner/serve-beside.ts';

/*
 * The workflow that keeps data current runs here as on GitHub: two jobs on two machines, a repository with a remote, and a program `gh`
 * that writes down what it is asked to do. Files come from a server in another process, since jobs block this one.
 */

const { fetch: FETCH, commit: COMMIT } = jobsOf('src/commands/init/template/github/workflows/update.yml') as Record<
  string,
  Job
>;
const OLD = 'year,rent\n2020,1\n';
const COLUMNS = { year: { description: 'Year' }, rent: { description: 'Rent' } };

/** Serves the files of a folder on this machine until the test ends. */
async function served(folder: string): Promise<string> {
  const { url, stop } = await serveBeside(folder);
  onTestFinished(stop);
  return url;
}

function git(folder: string, ...args: string[]): string {
  const names = ['-c', 'user.name=T', '-c', 'user.email=t@example.org', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...names, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
}

/** A repository with the datasets `a` and `b`, its remote, and the file to which `gh` adds a line for each call. */
async function repositoryOf(served: string | null) {
  const remote = temporary();
  git(remote, 'init', '--bare');
  const from = (name: string) => (served === null ? {} : { from: `${served}/${name}.csv` });
  const files = folderWith({
    'raw-data/catalogue.json': CATALOGUE,
    'package.json': '{ "private": true }',
    'package-lock.json': '{}',
    '.gitignore': 'node_modules\n',
    ...Object.fromEntries(
      ['a', 'b'].flatMap((name) => [
        [`raw-data/economy/${name}.csv`, OLD],
        [`raw-data/economy/${name}.meta.json`, sidecarWith({ ...from(name), columns: COLUMNS })],
      ]),
    ),
  });
  for (const args of [['init'], ['add', '.'], ['commit', '-m', 'Begin'], ['remote', 'add', 'origin', remote]])
    git(files, ...args);
  git(files, 'push', 'origin', 'main');
  const log = join(temporary(), 'gh');
  const gh = `echo "$*" >> '${log}'
case "$1 $2" in
  'pr view') grep -q "^pr create .*--head $3" '${log}' ;;
  'pr create') while [ $# -gt 1 ]; do shift; done; cat "$1" >> '${log}.body' ;;
esac\n`;
  const repository: Repository = {
    ...{ files, tools: { gh }, workspace: join(temporary(), 'work'), artifacts: temporary() },
    pages: { base_url: '', origin: '', base_path: '' },
    contexts: { github: { event_name: 'schedule', ref: 'refs/heads/main', ref_name: 'main', token: 'T' } },
    ...{ caches: new Map(), published: null },
  };
  const calls = (): string[] => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []);
  return { repository, remote, calls, body: () => readFileSync(`${log}.body`, 'utf8') };
}

/** Runs both jobs; the second is null if its condition leaves it out. Then the repository has what was pushed. */
function runBoth(of: Repository): { fetch: Ran; commit: Ran | null } {
  const repository = { ...of, artifacts: temporary() };
  const steps = FETCH?.steps.map(({ run, ...step }) => ({
    ...step,
    ...(run === undefined ? {} : { run: run.replace('almanac update', 'almanac update --allow-private') }),
  }));
  const fetch = runJob(repository, { ...(FETCH as Job), steps: steps ?? [] }) as Ran;
  const commit = runJob(repository, COMMIT as Job, { needs: { fetch: { outputs: fetch.outputs } } });
  git(repository.files, 'pull', '--ff-only', 'origin', 'main');
  return { fetch, commit };
}

test('sound editions are committed and published, and refused ones are proposed once, with the reason', {
  timeout: 120_000,
}, async () => {
  const web = folderWith({ 'a.csv': 'year,rent\n2020,1\n2021,2\n', 'b.csv': 'year,rent\n2020,1\n2021,2,3\n' });
  const { repository, remote, calls, body } = await repositoryOf(await served(web));
  const first = runBoth(repository);
  expect([first.fetch.isOk, first.fetch.log]).toEqual([
    false,
    expect.stringMatching(/^::error file=raw-data\/economy\/b/m),
  ]);
  expect([first.commit?.isOk, first.commit?.log]).toEqual([true, expect.anything()]);
  expect(git(remote, 'show', '--stat', '--format=%s', 'main').match(/\S+\.(?:csv|json)/g)).toEqual([
    'raw-data/economy/a.csv',
    'raw-data/economy/a.meta.json',
    'raw-data/updates.json',
  ]);
  const [branch = ''] =
    git(remote, 'branch', '--format=%(refname:short)').match(/refused-editions\/[0-9a-f]{12}/) ?? [];
  expect(git(remote, 'diff', '--stat', 'main', branch)).toMatch(/^ raw-data\/economy\/b\.csv .*\n 1 file changed/);
  expect(calls()).toEqual([
    'auth setup-git',
    'workflow run publish.yml --ref main',
    `pr view ${branch}`,
    `pr create --base main --head ${branch} --title Editions that were refused --body-file changes/report.md`,
  ]);
  for (const text of [body(), first.fetch.summary]) {
    expect(text).toContain('| b | refused | row-too-long on line 3 |');
    expect(text).toContain('economy/b.csv:3:8  row-too-long');
  }

  // The next day, nothing has changed.
  const second = runBoth(repository);
  expect([second.fetch.isOk, second.commit?.isOk]).toEqual([false, true]);
  expect(calls().slice(4)).toEqual(['auth setup-git', `pr view ${branch}`]);

  // Then the publisher corrects the file.
  writeFiles(web, { 'b.csv': 'year,rent\n2020,1\n2021,23\n' });
  const third = runBoth(repository);
  expect([third.fetch.isOk, third.commit?.isOk]).toEqual([true, true]);
  expect(calls().slice(6)).toEqual(['auth setup-git', 'workflow run publish.yml --ref main']);
  expect(git(remote, 'show', 'main:raw-data/economy/b.csv')).toBe('year,rent\n2020,1\n2021,23\n');
});

test('without an address in a sidecar, nothing is committed', { timeout: 60_000 }, async () => {
  const { repository, calls } = await repositoryOf(null);
  const { fetch, commit } = runBoth(repository);
  expect([fetch.isOk, fetch.summary, commit, calls()]).toEqual([true, '### Almanac: Nothing to update\n\n', null, []]);
});

test('a job that was changed by what it fetched could commit nothing outside the data', {
  timeout: 60_000,
}, async () => {
  const { repository, remote } = await repositoryOf(null);
  const patch = (path: string) => `diff --git a/${path} b/${path}
new file mode 100644
--- /dev/null
+++ b/${path}
@@ -0,0 +1 @@
+x
`;
  const updated = patch('.github/workflows/evil.yml') + patch('raw-data/x.txt');
  writeFiles(repository.artifacts, { 'changes/updated.patch': updated, 'changes/report.md': '' });
  const ran = runJob(repository, COMMIT as Job, { needs: { fetch: { outputs: { changes: 'true' } } } });
  expect([ran?.isOk, ran?.log]).toEqual([true, expect.anything()]);
  expect(git(remote, 'show', '--name-only', '--format=', 'main')).toBe('raw-data/x.txt\n');
});
