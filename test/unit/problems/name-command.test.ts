import { afterEach, describe, expect, test } from 'vitest';
import { formatProblem, problemToJson } from '../../../src/problems/format-problem.ts';
import { asProgram, asScripts, callCommands, nameCommand, nameCommands } from '../../../src/problems/name-command.ts';
import { problem } from '../../../src/problems/problem.ts';

afterEach(() => callCommands(asScripts));

test('in a checkout, commands are scripts, whose arguments follow two dashes', () => {
  expect(nameCommands('Run {almanac check}, or {almanac add --} FILE.')).toBe(
    'Run npm run check-data, or npm run add -- FILE.',
  );
  expect(nameCommand('start')).toBe('npm start');
  expect(nameCommand('start', '--out x')).toBe('npm start -- --out x');
});

test('of a package, commands are those of the program, with their arguments behind them', () => {
  callCommands(asProgram('pnpm exec almanac'));
  expect(nameCommands('Run {almanac check}, or {almanac add --} FILE.')).toBe(
    'Run pnpm exec almanac check, or pnpm exec almanac add FILE.',
  );
  expect(nameCommand('build', '--shard 1/2')).toBe('pnpm exec almanac build --shard 1/2');
});

test('whatever else is in braces stays as it is', () => {
  const text = '{ "almanac": 1 } {almanac publish} {almanac add -- FILE} {almanac}';
  expect(nameCommands(text)).toBe(text);
});

describe('a problem is kept without the words of a call', () => {
  const kept = problem('catalogue-empty', { file: null }, 'no {almanac add} here', 'Add one: {almanac add --} FILE.');

  test('and is printed, as text and as JSON, with those of the present one', () => {
    callCommands(asProgram('npx almanac'));
    expect(formatProblem(kept)).toContain('    Add one: npx almanac add FILE.');
    expect(problemToJson(kept).help).toBe('Add one: npx almanac add FILE.');
  });

  test('and its message, which is published, has none at all', () => {
    expect(problemToJson(kept).message).toBe('no {almanac add} here');
  });
});
