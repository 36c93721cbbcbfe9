import { describe, expect, test } from 'vitest';
import { checkData } from '../../../src/commands/check-data.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import type { BuildReport } from '../../../src/pipeline/report.ts';
import type { Problem } from '../../../src/problems/problem.ts';
import { type MemoryOutput, memoryOutput } from '../../support/builds/memory-output.ts';
import { placesOf } from '../../support/builds/problem-places.ts';
import { rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';

const SITE = { prefix: '/', pageSizes: [100] };
const SOUND = withSidecar('economy/a', 'x\n1\n2\n', { columns: { x: { description: 'X' } } });
const BROKEN = withSidecar('economy/b', 'x,y\n1\n');

test('a sound catalogue is published, and the report counts what was written', () => {
  const { report, output } = build(rawDataWith(SOUND));
  expect(report).toMatchObject({ ok: true, published: true, problems: [] });
  const paths = [...output.files.keys()].filter((path) => path.startsWith('v1/datasets/a'));
  const bytes = paths.reduce((sum, path) => sum + Buffer.byteLength(output.files.get(path) ?? ''), 0);
  expect(report.datasets).toEqual([{ config: 'a', rows: 2, files: paths.length, bytes }]);
  expect(output.written.length).toBe(output.files.size);
});

test('one build, and one check, report all mistakes of a catalogue', () => {
  const rawData = rawDataWith({
    'catalogue.json': JSON.stringify({ titel: 'Ours', license: 'CC-BY 4.0', categories: { economy: {} } }),
    ...withSidecar('economy/a', 'a\n1\n', { license: '', columns: { a: { description: 'A' } } }),
  });
  const expected = [
    ...['description', 'title', 'economy', 'economy'].map(() => 'catalogue.json key-missing'),
    'catalogue.json key-unknown',
    'catalogue.json license-doubtful',
  ].sort();
  const inShort = (problems: readonly Problem[]): string[] =>
    problems.map(({ file, code }) => `${file} ${code}`).sort();
  expect(inShort(build(rawData).report.problems)).toEqual(expected);
  const { files, problems } = checkData(rawData, []);
  expect(inShort([...problems, ...files.flatMap((file) => file.problems)])).toEqual(expected);
});

describe('with --keep-going, a build', () => {
  test('publishes the datasets without errors, and reports the others', () => {
    const { report, output } = build(rawDataWith({ ...SOUND, ...BROKEN }), true);
    expect(report).toMatchObject({ ok: false, published: true, datasets: [{ config: 'a' }] });
    expect(placesOf(report.problems)).toEqual([
      'economy/b.meta.json column-undescribed',
      'economy/b.csv:2:2 row-too-short',
    ]);
    expect(output.files.has('v1/datasets/a.json')).toBe(true);
    expect([...output.files.keys()].filter((path) => path.startsWith('v1/datasets/b'))).toEqual([]);
    expect(output.files.get('v1/index.json')).not.toContain('"b"');
  });
});

function build(rawData: string, keepGoing = false): { report: BuildReport; output: MemoryOutput } {
  const output = memoryOutput();
  return { report: buildApi({ rawData, site: SITE, keepGoing }, output), output };
}
