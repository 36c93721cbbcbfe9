import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mText, scriptText, sheetsText, shellText, sqlText } from '../../../../src/site/shared/literals.ts';
import { useDuckDb } from '../../../support/readers/duckdb.ts';
import { codePoints } from '../../../support/tables/code-points.ts';

/*
 * Each language reads the literal of a text as that text, so that a name or an address can neither break an example nor run as code. The
 * languages read the literals themselves, as far as they are there.
 */

const query = useDuckDb();

const SPECIAL = [...'"\'\\$`#(\n\r\t\u0085\u2028)!%{né😀', '#(lf)', 'u0041'];
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...SPECIAL) }),
  fc.string({ unit: codePoints }).map((it) => it.replaceAll('\0', '')),
);
/** Many texts for one call of a program, always the same special ones among them. */
const texts = [...SPECIAL, 'it\'s "so" \\', '$(id)`id`', ...fc.sample(text, { numRuns: 300, seed: 20 })];

const hasPython = spawnSync('python3', ['-c', '']).status === 0;
const hasR = spawnSync('Rscript', ['-e', '1']).status === 0;
const run = (program: string, args: readonly string[], input: string): string =>
  execFileSync(program, args, { input, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8', PYTHONUTF8: '1' } });

describe('the literal of a text is read as that text', () => {
  test('in JavaScript', () => {
    const read = (literal: string): unknown => new Function(`return ${literal}`)();
    fc.assert(
      fc.property(text, (it) => {
        expect(read(scriptText(it))).toBe(it);
      }),
    );
  });

  test('in SQL', async () => {
    for (const it of texts) expect(await query(`SELECT ${sqlText(it)}`)).toEqual([[it]]);
  });

  test('in a shell', () => {
    const words = texts.map(shellText);
    expect(
      run('sh', [], `printf '%s\\0' ${words.join(' ')}`)
        .split('\0')
        .slice(0, -1),
    ).toEqual(texts);
  });

  test('in M, by the escapes of its specification', () => {
    const escapes = /""|#\(([^)]*)\)/g;
    const read = (literal: string): string =>
      literal.slice(1, -1).replace(escapes, (_, code?: string) => {
        if (code === undefined) return '"';
        return code === '#' ? '#' : String.fromCodePoint(Number.parseInt(code, 16));
      });
    fc.assert(
      fc.property(text, (it) => {
        const literal = mText(it);
        expect(literal).toMatch(/^"(?:[^"]|"")*"$/);
        expect(read(literal)).toBe(it);
      }),
    );
  });

  test('in a formula of Sheets', () => {
    expect(sheetsText('say "so"')).toBe('"say ""so"""');
  });

  if (hasPython) {
    test('in Python', () => {
      const program = `import json\nprint(json.dumps([${texts.map(scriptText).join(', ')}]))`;
      expect(JSON.parse(run('python3', ['-'], program))).toEqual(texts);
    });
  }

  if (hasR) {
    test('in R', () => {
      const program = `for (it in c(${texts.map(scriptText).join(',\n')})) cat(it, "\\001", sep = "")`;
      const unambiguous = texts.map((it) => it.replaceAll('\u0001', '\u0002'));
      const read = run('Rscript', ['-'], program.replaceAll('\\u0001', '\\u0002'));
      expect(read.split('\u0001').slice(0, -1)).toEqual(unambiguous);
    });
  }
});

test('a literal is one line, so that examples have no more lines than they show', () => {
  fc.assert(
    fc.property(text, (it) => {
      for (const literal of [scriptText(it), mText(it)]) {
        expect(literal).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }
    }),
  );
});
