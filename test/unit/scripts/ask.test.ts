import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { askAboutCatalogue } from '../../../scripts/terminal/ask-about-catalogue.ts';

const DEFAULTS = { title: 'Open data', publisher: null, language: 'de' };

/** A person who types lines, each when the next question is asked; `asked` has what was shown. */
function person(...typed: string[]): { input: PassThrough; output: PassThrough; asked: string[] } {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const asked: string[] = [];
  output.on('data', (shown: Buffer) => {
    asked.push(String(shown));
    if (!/\): $/.test(String(shown))) return;
    const line = typed.shift();
    if (line === undefined) input.end();
    else input.write(`${line}\n`);
  });
  return { input, output, asked };
}

async function answersOf(...typed: string[]): Promise<[answers: object | null, asked: string[]]> {
  const { input, output, asked } = person(...typed);
  return [await askAboutCatalogue(input, output, DEFAULTS), asked];
}

test('three questions are asked, each with its default', async () => {
  const [answers, asked] = await answersOf(' Data of Bern ', 'City of Bern', 'fr');
  expect(answers).toEqual({ title: 'Data of Bern', publisher: 'City of Bern', language: 'fr' });
  expect(asked).toEqual([
    'Title of the catalogue (Open data): ',
    'Publisher, such as an organisation or a person (decide later): ',
    'Language of the catalogue, such as en, de, fr, es (de): ',
  ]);
});

test('an empty line, or blanks, take the default', async () => {
  const [answers] = await answersOf('', '  ', '');
  expect(answers).toEqual(DEFAULTS);
});

test('a language can be named in English or in itself, and is asked for again if nobody knows it', async () => {
  expect((await answersOf('', '', 'German'))[0]).toMatchObject({ language: 'de' });
  expect((await answersOf('', '', 'français'))[0]).toMatchObject({ language: 'fr' });
  const [answers, asked] = await answersOf('', '', 'klingonese\u001B[2J', 'pt-br');
  expect(answers).toMatchObject({ language: 'pt-BR' });
  expect(asked[3]).toBe('"klingonese\uFFFD[2J" is not a known language. Enter a code, such as en or pt-BR.\n');
  expect(asked).toHaveLength(5);
});

test('a person who closes the input gets nothing', async () => {
  expect((await answersOf('Data'))[0]).toBeNull();
});
