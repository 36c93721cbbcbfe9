import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { GuideShell } from '../../support/guide/guide-shell.ts';
import { outputPattern, readGuide, type Step } from '../../support/guide/read-guide.ts';
import { installedPackage } from '../../support/npm/installed-package.ts';

const STEPS = readGuide(readFileSync('docs/publish.md', 'utf8'));
/** Where the guide says that servers listen. */
const SHOWN = 'http://localhost:4321';

let shell: GuideShell;
let port: number;

beforeAll(async () => {
  port = await freePort();
  shell = new GuideShell(port);
  shell.take((await installedPackage()).tarball);
}, 300_000);
afterAll(() => shell?.remove());

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port: free } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return free;
}

/** What was printed, with the address that the guide shows. */
function asShown(output: string): string {
  return output.replaceAll(`http://127.0.0.1:${port}`, SHOWN);
}

async function follow(step: Exclude<Step, { kind: 'world' }>): Promise<void> {
  if (step.kind === 'write') return shell.write(step.path, step.text);
  if (step.kind === 'edit') {
    const before = shell.edit(step.path, step.number, step.text);
    // The line that the guide means: it begins as the new one does.
    expect(before.slice(0, 10).trim()).toBe(step.text.slice(0, 10).trim());
    expect(before).not.toBe(step.text);
    return;
  }
  const expectShown = (output: string): void => {
    if (step.output !== null) expect(asShown(output)).toMatch(outputPattern(step.output));
  };
  if (step.kind === 'run' && step.mode !== 'watches') {
    const { code, output } = await shell.run(step.script);
    expect(code, output).toBe(step.mode === 'fails' ? 1 : 0);
    return expectShown(output);
  }
  const { output, stop } = shell.start(step.script);
  try {
    if (step.kind === 'serve') {
      const address = `http://127.0.0.1:${port}${step.path}`;
      const status = async (): Promise<number> => (await fetch(address).catch(() => null))?.status ?? 0;
      await vi.waitFor(async () => expect(await status(), output()).toBe(200), { timeout: 60_000, interval: 200 });
      expect(await (await fetch(address)).text()).toMatch(/unemployment|Our data/i);
    }
    await vi.waitFor(() => expectShown(output()), { timeout: 60_000, interval: 100 });
  } finally {
    await stop();
  }
}

describe('whoever follows the guide, block by block,', () => {
  for (const step of STEPS) {
    if (step.kind === 'world') continue;
    const what =
      'path' in step && 'text' in step
        ? `writes ${step.path}`
        : `types ${step.script.split('\n').filter(Boolean).at(-1)}`;
    test(`line ${step.line}: ${what}`, { timeout: 150_000 }, () => follow(step));
  }

  test('has a folder that another machine can install from: Almanac is in it, and in what git has of it', async () => {
    const { devDependencies } = JSON.parse(readFileSync(join(shell.folder, 'package.json'), 'utf8'));
    const { output } = await shell.run('git ls-files');
    const file = /^file:(.+\.tgz)$/.exec(devDependencies.almanac)?.[1];
    expect(output.split('\n')).toEqual(expect.arrayContaining([file, 'package-lock.json', 'raw-data/catalogue.json']));
    expect(output).not.toMatch(/^(?:node_modules|dist)/m);
  });

  test('has a site with the accepted edition of their table, their page and look', () => {
    const client = join(shell.folder, 'dist/client');
    expect(readFileSync(join(client, 'v1/datasets/unemployment.json'), 'utf8')).toContain('"Rate":2.4,"Persons":21990');
    expect(readFileSync(join(client, 'pages/about/index.html'), 'utf8')).toContain('first working day');
    expect(readFileSync(join(client, 'index.html'), 'utf8')).toContain('Figures of our office');
    expect(existsSync(join(client, 'datasets/wheat-prices-and-wages'))).toBe(false);
    expect(existsSync(join(shell.folder, '../upload/index.html'))).toBe(true);
  });
});

test('of the guide, only what needs GitHub, or a registry that has this package, is not run', () => {
  const world = STEPS.flatMap((step) => (step.kind === 'world' ? step.script.trim().split('\n') : []));
  expect(world.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual(['npm install', 'git remote', 'git push']);
  expect(STEPS.filter(({ kind }) => kind === 'serve')).toHaveLength(3);
});
