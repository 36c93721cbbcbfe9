import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS, type SettingRow } from '../../src/config.ts';

const FOLDER = '.github/workflows';
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };

test.each(readdirSync(FOLDER))('%s runs commands that there are, with settings that these take', (name) => {
  const text = readFileSync(join(FOLDER, name), 'utf8');
  const runs = [...text.matchAll(/npm run (\S+)((?:\s+(?:--|"|[\w-]+ ?"?).*)*)/g)];
  expect(runs.length).toBeGreaterThan(0);
  for (const [, command = '', rest = ''] of runs) {
    expect(Object.keys(scripts)).toContain(command);
    const taken = Object.values<SettingRow>(SETTINGS).filter((row) => row.commands.some((it) => it === command));
    const flags = [...rest.matchAll(/--([a-z-]+)/g)].map(([, flag]) => flag);
    expect(flags).toContain('out');
    expect(taken.map(({ flag }) => flag)).toEqual(expect.arrayContaining(flags));
  }
});
