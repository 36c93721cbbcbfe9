import { describe, expect, test } from 'vitest';
import { requirePortableNames } from '../../../../src/pipeline/files/portable-names.ts';
import { ProblemError } from '../../../../src/problems/problem.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

/** Code and message of the refusal of a published folder with some files; null if it is not refused. */
function refusal(...paths: string[]): string | null {
  const folder = folderWith(Object.fromEntries(paths.map((path) => [path, ''])));
  try {
    requirePortableNames(folder);
    return null;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return `${error.problem.code}: ${error.problem.message}`;
  }
}

describe('an output is refused', () => {
  test('if two of its files or folders differ in case alone', () => {
    expect(refusal('Logo.png', 'logo.png')).toMatch(/^name-collision: .*\/Logo\.png and \/logo\.png/);
    expect(refusal('About/index.html', 'about/index.html')).toMatch(/^name-collision: /);
    expect(refusal('a/b/X.css', 'a/b/x.css')).toMatch(/\/a\/b\/X\.css and \/a\/b\/x\.css/);
  });

  test('if two differ in how their accents are composed', () => {
    expect(refusal('Köln.html'.normalize('NFC'), 'Köln.html'.normalize('NFD'))).toMatch(/^name-collision: /);
  });

  test('if Windows cannot have a name', () => {
    expect(refusal('pages/aux.html')).toMatch(/^name-invalid: \/pages\/aux\.html .*device/);
  });

  test('otherwise not', () => {
    expect(refusal('index.html', 'about/index.html', 'other/About.html', '.well-known/x', 'assets/a.B.css')).toBeNull();
  });
});
