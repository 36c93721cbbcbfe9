import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { chooseCategory } from '../../../src/commands/add-dataset/choose-category.ts';
import { findSources } from '../../../src/discover/find-sources.ts';
import { problemToJson } from '../../../src/problems/format-problem.ts';
import {
  advice,
  asProgram,
  asScripts,
  callCommands,
  nameCommand,
  nameCommands,
} from '../../../src/problems/name-command.ts';
import { type Problem, type ProblemError, problem } from '../../../src/problems/problem.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

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

describe('what looks like a placeholder in the data', () => {
  const hostile = fc.array(
    fc.constantFrom('{almanac build}', '{almanac add --}', '{almanac ', 'build}', '{', '}', ' ', 'a'),
  );
  const data = hostile.map((parts) => parts.join(''));

  test('stays as it is, wherever it stands beside our own', () => {
    callCommands(asProgram('npx almanac'));
    fc.assert(
      fc.property(data, data, data, (before, within, after) => {
        const inner = advice`{almanac add --} ${within} ({almanac build})`;
        const help = advice`${before}{almanac check}${inner}; ${7}${after}`;
        const filled = `${before}npx almanac checknpx almanac add ${within} (npx almanac build); 7${after}`;
        expect(problemToJson(problem('sidecar-missing', { file: null }, '', help)).help).toBe(filled);
      }),
    );
  });

  test('stays as it is in a help without commands, in its fixes, and in what is added to it', () => {
    callCommands(asProgram('npx almanac'));
    fc.assert(
      fc.property(data, (name) => {
        const it = problem('column-unknown', { file: null }, '', `Its columns: "${name}".`);
        it.help += advice` Run {almanac check}.`;
        it.fixes = [
          { lead: 'To paste, ', patch: { columns: { [name]: { type: 'string' } } }, also: [], next: [], sidecar: {} },
        ];
        const { help } = problemToJson(it);
        expect(help.split('\n')).toEqual([
          `Its columns: "${name}". Run npx almanac check.`,
          'To paste, add to the sidecar:',
          `  "columns": { ${JSON.stringify(name)}: { "type": "string" } }`,
        ]);
      }),
    );
  });

  test('stays as it is in the advice on a file without a sidecar, and in the command that creates its category', () => {
    const name = '{almanac build}';
    const rawData = folderWith({
      'catalogue.json': JSON.stringify({
        title: 'T',
        description: 'D',
        categories: { c: { title: 'C', description: 'D' } },
      }),
      [`c/${name}.csv`]: 'a,b\n1,2\n',
    });
    const found: Problem[] = [];
    findSources(rawData, null, (it) => found.push(it));
    expect(found.map((it) => problemToJson(it).help).join('\n')).not.toContain('npm run build');
    const request = { path: `${name}.csv`, shown: `${name}.csv`, rawData, category: 'new', create: false };
    expect(() => chooseCategory(request, null, null)).toThrow(
      expect.toSatisfy(
        ({ problem: it }: ProblemError) =>
          problemToJson(it).help.includes('npm run add -- --raw-data') &&
          problemToJson(it).help.includes("'{almanac build}.csv'"),
      ),
    );
  });
});
