import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { annotationsOf } from '../../../scripts/terminal/annotations.ts';
import { type Problem, type ProblemCode, problem } from '../../../src/problems/problem.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

const repository = '/work/repository';
const PLACE = { rawData: join(repository, 'data/raw-data'), repository };

/** A problem in a line of a file; null for none. */
function found(code: ProblemCode, file: string | null = 'economy/x.csv', line: number | null = 3): Problem {
  const place = line === null ? null : { line, column: 5, excerpt: '' };
  return problem(code, { file, place }, 'the row has 4 cells', 'Remove one.');
}

test('an error and a hint are annotated at their places, from the root of the repository', () => {
  expect(annotationsOf([found('blank-lines'), found('row-too-long')], PLACE)).toEqual([
    '::error file=data/raw-data/economy/x.csv,line=3,col=5,title=row-too-long::the row has 4 cells%0ARemove one.',
    '::warning file=data/raw-data/economy/x.csv,line=3,col=5,title=blank-lines::the row has 4 cells%0ARemove one.',
  ]);
});

describe('the place', () => {
  test('of a whole file has no line', () => {
    const [line] = annotationsOf([found('file-empty', 'x.csv', null)], PLACE);
    expect(line).toMatch(/^::error file=data\/raw-data\/x\.csv,title=file-empty::/);
  });

  test('of a setting has no file', () => {
    expect(annotationsOf([found('setting-invalid', null, null)], PLACE)[0]).toMatch(/^::error title=setting-invalid::/);
  });

  test('of a file outside the repository is in the message', () => {
    const [line] = annotationsOf([found('row-too-long')], { ...PLACE, repository: '/work/other' });
    expect(line).toMatch(/^::error title=row-too-long::economy\/x\.csv: the row has 4 cells/);
  });

  test('of a link is the link, also in a repository that is reached by one', () => {
    const folder = folderWith({ 'repository/raw-data/x.csv': '', 'elsewhere/y.csv': '' });
    symlinkSync(join(folder, 'elsewhere/y.csv'), join(folder, 'repository/raw-data/y.csv'));
    symlinkSync(join(folder, 'repository'), join(folder, 'link'));
    const place = { rawData: join(folder, 'link/raw-data'), repository: join(folder, 'repository') };
    expect(annotationsOf([found('row-too-long', 'y.csv')], place)[0]).toMatch(/^::error file=raw-data\/y\.csv,/);
  });

  test('of a file that was named, and is not in the raw data, is its own', () => {
    const folder = folderWith({ 'new/y.csv': '' });
    const place = { rawData: join(folder, 'raw-data'), repository: folder };
    expect(annotationsOf([found('row-too-long', join(folder, 'new/y.csv'))], place)[0]).toMatch(/ file=new\/y\.csv,/);
  });
});

describe('of more than GitHub shows', () => {
  const many = Array.from({ length: 12 }, (_, at) => found('row-too-long', 'economy/x.csv', at + 2));

  test('ten are annotated, and the last says how many there are besides', () => {
    const lines = annotationsOf([...many, found('blank-lines')], PLACE);
    expect(lines).toHaveLength(11);
    expect(lines[9]).toBe(
      '::error title=3 more problems::GitHub shows at most 10 annotations of each kind. See the log of this step for the rest.',
    );
    expect(lines[10]).toMatch(/^::warning /);
    expect(annotationsOf(many.slice(2), PLACE)).toHaveLength(10);
  });

  test('those of every kind and file come before more of the same', () => {
    const others = [found('row-too-short'), found('row-too-long', 'economy/y.csv')];
    const lines = annotationsOf([...many, ...others], PLACE).join('\n');
    expect(lines).toContain('title=row-too-short');
    expect(lines).toContain('file=data/raw-data/economy/y.csv');
    expect(lines).toContain('title=5 more problems');
  });
});

test('names and messages cannot make another command', () => {
  const hostile = problem(
    'row-too-long',
    { file: 'a\n::add-mask::b,line=9.csv' },
    'x\r\n::error::y ##[error]z',
    '\u202E',
  );
  const lines = annotationsOf([hostile], PLACE);
  expect(lines).toEqual([
    '::error file=data/raw-data/a\uFFFD%3A%3Aadd-mask%3A%3Ab%2Cline=9.csv,title=row-too-long::x\uFFFD\uFFFD::error::y ##[error]z%0A\uFFFD',
  ]);
});
