import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readCatalogue } from '../../../../src/discover/catalogue/read-catalogue.ts';
import { formatProblem } from '../../../../src/problems/format-problem.ts';
import type { Problem } from '../../../../src/problems/problem.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

const SVG = '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>\n';

function folderWithLogo(logo: string, files: Readonly<Record<string, string>> = {}): string {
  const catalogue = { title: 'T', description: 'D', logo, categories: {} };
  return folderWith({ 'catalogue.json': JSON.stringify(catalogue, null, 1), ...files });
}

/** The logo of the catalogue in a folder, and its problems as printed. */
function read(folder: string): { logo: string | null | undefined; printed: string } {
  const problems: Problem[] = [];
  const catalogue = readCatalogue(folder, (it) => problems.push(it));
  return { logo: catalogue?.logo, printed: problems.map(formatProblem).join('\n') };
}

test('the logo is the text of the file, without a byte order mark', () => {
  expect(read(folderWithLogo('a/Logo.SVG', { 'a/Logo.SVG': `\uFEFF${SVG}` }))).toEqual({ logo: SVG, printed: '' });
});

test('a blank logo is absent', () => {
  expect(read(folderWithLogo(' '))).toEqual({ logo: null, printed: '' });
});

describe('a logo is refused, and with it the catalogue, if it', () => {
  test.each([
    ['does not exist', 'logo.svg', {}, 'does not exist'],
    ['is another kind of file', 'logo.png', { 'logo.png': 'x' }, 'is not an SVG file'],
    ['is outside the raw data', '../logo.svg', {}, 'is not a path inside the raw-data folder'],
    ['has an absolute path', '/logo.svg', {}, 'is not a path inside the raw-data folder'],
    ['is hidden', '.a/logo.svg', { '.a/logo.svg': SVG }, 'or is hidden by a leading dot'],
    ['is a folder', 'logo.svg', { 'logo.svg/x.txt': 'x' }, 'is not a file'],
    ['is large', 'logo.svg', { 'logo.svg': SVG + ' '.repeat(1 << 15) }, 'too many for a file that every page loads'],
  ])('%s', (_, logo, files, reason) => {
    const { logo: found, printed } = read(folderWithLogo(logo, files));
    expect(found).toBeUndefined();
    expect(printed).toContain('catalogue.json:4:10  logo-invalid');
    expect(printed).toContain(reason);
  });

  test('is a link out of the raw data', () => {
    const folder = folderWithLogo('logo.svg');
    symlinkSync(join(folderWith({ 'x.svg': SVG }), 'x.svg'), join(folder, 'logo.svg'));
    expect(read(folder).printed).toContain('is a link to a file outside the raw-data folder');
  });

  test('is not UTF-8', () => {
    const folder = folderWithLogo('logo.svg');
    writeFileSync(join(folder, 'logo.svg'), Buffer.from(SVG.replace('<g/>', '\xE9'), 'latin1'));
    expect(read(folder).printed).toContain('the logo "logo.svg" is not text in UTF-8');
  });

  test('has a script, whose place in the file is named', () => {
    const text = SVG.replace('<g/>', '\n <script/>');
    const { logo, printed } = read(folderWithLogo('logo.svg', { 'logo.svg': text }));
    expect(logo).toBeUndefined();
    expect(printed).toContain('logo.svg:2:2  logo-invalid  has an element <script>');
  });
});
