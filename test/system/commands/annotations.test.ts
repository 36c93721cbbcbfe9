import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CATALOGUE, folderWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { runCommand } from '../../support/builds/run-build.ts';

const IN_A_JOB = { GITHUB_ACTIONS: 'true' };

/** A repository with a file that has too many cells in its third line. */
function repository(header = 'a'): { folder: string; args: string[] } {
  const folder = folderWith({
    'open/raw-data/catalogue.json': CATALOGUE,
    ...withSidecar('open/raw-data/economy/x', `${header}\n1\n2,3\n`, { columns: { [header]: { description: 'A' } } }),
  });
  return { folder, args: ['--raw-data', join(folder, 'open/raw-data')] };
}

/** Lines that the runner of GitHub Actions would obey. */
function commandsIn(text: string): string[] {
  return text.split(/[\r\n]/).filter((line) => line.trimStart().startsWith('::') || line.includes('##['));
}

const ANNOTATION = /^::error file=open\/raw-data\/economy\/x\.csv,line=3,col=3,title=row-too-long::the row has 2 cells/;

describe('in a job of GitHub Actions', () => {
  test.each([
    ['check-data', []],
    ['build', ['--api-only', '--quiet']],
  ])('%s annotates problems, and reports them as elsewhere', async (command, more) => {
    const { folder, args } = repository();
    const rest = command === 'build' ? [...more, '--out', join(folder, 'dist')] : more;
    const job = { ...IN_A_JOB, GITHUB_WORKSPACE: folder };
    const [inJob, elsewhere] = await Promise.all([
      runCommand(command, [...args, ...rest], job),
      runCommand(command, [...args, ...rest]),
    ]);
    const commands = commandsIn(inJob.stderr);
    expect(commands).toEqual([expect.stringMatching(ANNOTATION)]);
    expect(inJob.stdout).toBe(elsewhere.stdout);
    expect(inJob.stderr.replace(`${commands[0]}\n`, '')).toBe(elsewhere.stderr);
    expect(inJob.code).toBe(1);
  });

  test('--json is still one document', async () => {
    const { folder, args } = repository();
    const job = { ...IN_A_JOB, GITHUB_WORKSPACE: folder };
    const { stdout, stderr } = await runCommand('check-data', [...args, '--json'], job);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false });
    expect(commandsIn(stderr)).toHaveLength(1);
  });

  test.each([
    ['in the job itself', [], IN_A_JOB],
    ['in a container of it', ['--annotations'], {}],
  ])('data cannot give orders %s: not by what is shown of it, and not by its names', async (_, asked, environment) => {
    const header = '::add-mask::x ##[add-mask]y';
    const { folder, args } = repository(header);
    const job = { ...environment, GITHUB_WORKSPACE: folder };
    const [text, json] = await Promise.all([
      runCommand('check-data', [...args, ...asked], job),
      runCommand('check-data', [...args, ...asked, '--json'], job),
    ]);
    expect(commandsIn(text.stdout + json.stdout)).toEqual([]);
    expect(commandsIn(text.stderr)).toEqual([expect.stringMatching(ANNOTATION)]);
    expect(json.stdout).toContain('add-mask');
  });
});

test('elsewhere, problems are annotated if that is asked for', async () => {
  const { args } = repository();
  const { stderr } = await runCommand('check-data', [...args, '--annotations']);
  expect(commandsIn(stderr)).toEqual([expect.stringMatching(/^::error title=row-too-long::economy\/x\.csv: the row/)]);
  expect((await runCommand('check-data', args)).stderr).toBe('');
});
