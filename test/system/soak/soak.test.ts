import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { answerCheck } from '../../../scripts/soak/check-answer.ts';

function soak(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, ['scripts/soak/soak.ts', ...args], (_, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    });
  });
}

test('a soak of some seconds sends requests while builds replace the output, and everything holds', async () => {
  const { code, stdout } = await soak(['--seconds', '3']);
  expect(stdout).not.toContain('FAILED');
  expect(Number(/\| builds \| (\d+) \|/.exec(stdout)?.[1])).toBeGreaterThan(0);
  expect(Number(/\| requests \| ([\d,]+) \|/.exec(stdout)?.[1]?.replaceAll(',', ''))).toBeGreaterThan(100);
  expect(code).toBe(0);
}, 120_000);

test('an argument that makes no sense is explained', async () => {
  const { code, stderr } = await soak(['--seconds', 'ten']);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: expect.stringContaining('--seconds ten: must be a whole number'),
  });
});

/** A page of the first edition with records from `offset` on. */
function pageText(mark: string, numbers: readonly number[], offset = 0): string {
  const results = numbers.map((n) => ({ n, edition: mark }));
  return JSON.stringify({ metadata: { resultset: { count: 250, offset, limit: 2 } }, results });
}

test('a soak finds a mixture in an answer, a wrong window, a wrong total and an entity tag of two contents', () => {
  const faultsOf = answerCheck();
  const question = { path: '/v1/datasets/prices?limit=2&offset=0', window: { config: 'prices', limit: 2, offset: 0 } };
  const answer = (text: string, etag = '"a"') => ({ status: 200, etag, contentType: 'application/json', text });
  const sound = pageText('edition-0', [0, 1]);
  expect(faultsOf(question, answer(sound))).toEqual([]);
  expect(faultsOf(question, answer(sound.replace('edition-0', 'edition-1'), '"b"'))[0]).toContain('a mixture of');
  expect(faultsOf(question, answer(pageText('edition-0', [0, 2]), '"c"'))[0]).toContain('counts for this window');
  expect(faultsOf(question, answer(pageText('edition-1', [0, 1]), '"d"'))[0]).toContain('counts for this window');
  expect(faultsOf(question, answer(`${sound} `))[0]).toContain('different content with the entity tag');
  expect(faultsOf(question, answer(sound.slice(1), '"e"'))[0]).toContain('invalid JSON');
  expect(faultsOf(question, { ...answer('{}'), status: 500 })).toEqual(['status 500']);
});
