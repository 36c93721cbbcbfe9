import { describe, expect, test } from 'vitest';
import { type Context, evaluateExpression, fillIn, isTrue } from '../../support/runner/expressions.ts';

const CONTEXTS: Context = {
  github: { ref: 'refs/heads/main', event_name: 'push', event: { repository: { default_branch: 'main' } } },
  steps: { a: { outputs: { 'page-url': 'x' } } },
};
const FUNCTIONS = { format: (text = '', given = '') => text.replace('{0}', given) };

describe('the tests of workflows read an expression as GitHub does', () => {
  test.each([
    ["github.event_name == 'push'", true],
    ["github.event_name != 'push'", false],
    ["'it''s'", "it's"],
    ["github.ref == format('refs/heads/{0}', github.event.repository.default_branch)", true],
    ["github.event_name != 'pull_request' && github.ref == 'x'", false],
    ["github.event_name == 'pull_request' || github.ref", 'refs/heads/main'],
    ["!(github.ref == 'x')", true],
    ['steps.a.outputs.page-url', 'x'],
    ['steps.a.outputs.none', undefined],
  ])('%s', (expression, expected) => {
    expect(evaluateExpression(expression, CONTEXTS, FUNCTIONS)).toBe(expected);
  });

  test.each([
    ['secrets.TOKEN', 'secrets is not a context'],
    ['github.nothing', 'github.nothing has no value'],
    ['steps.b.outputs.x', 'steps.b has no value'],
    ['fromJSON(github.ref)', 'fromJSON is not a function'],
    ['github.ref github.ref', 'more than an expression'],
    ['github.ref < 1', 'not an expression that is known'],
    ["format('{0}' github.ref)", 'no , where it must be'],
  ])('or not at all: %s', (expression, message) => {
    expect(() => evaluateExpression(expression, CONTEXTS, FUNCTIONS)).toThrow(message);
  });

  test('a text has the values of its expressions, and an empty text is not true', () => {
    expect(fillIn('a-$' + '{{ github.ref }}-$' + '{{ steps.a.outputs.none }}', CONTEXTS, {})).toBe(
      'a-refs/heads/main-',
    );
    expect([isTrue(''), isTrue(undefined), isTrue('false'), isTrue(false)]).toEqual([false, false, true, false]);
  });
});
