import { describe, expect, test } from 'vitest';
import {
  CHUNK_FRAME,
  headLines,
  PAGE_FRAME,
  recordOffsets,
  streamedRecordOffsets,
} from '../../../src/contract/page-layout.ts';
import { joinPage } from '../../support/join-page.ts';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const LINKS = { self: 's', first: 'f', prev: null, next: null, last: 'l' };
const WINDOW = { limit: 100, offset: 0 };

function pageOf(records: readonly string[], head = headLines({ source: 'ü' })): string {
  return joinPage({ head, count: records.length, links: LINKS, records }, WINDOW);
}

function chunkOf(records: readonly string[]): string {
  return `[\n${records.join(',\n')}\n]\n`;
}

/** How many pieces were taken, and the pieces. */
function piecesOf(text: string, length: number) {
  const bytes = encode(text);
  const taken = { count: 0 };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += length) {
      taken.count += 1;
      yield bytes.subarray(at, at + length);
    }
  }
  return { size: bytes.length, pieces: pieces(), taken };
}

const RECORDS = [[], ['{}'], ['{"a":"ü"}', '{}'], ['{"a":1}', '{"a":[2]}', '{"b":"]\\n}"}']];
const FORMATS = [
  { what: 'page', textOf: pageOf, frame: PAGE_FRAME, records: RECORDS },
  { what: 'chunk', textOf: chunkOf, frame: CHUNK_FRAME, records: RECORDS.slice(1) },
];

describe.each(FORMATS)('the records of a $what', ({ textOf, frame, records: cases }) => {
  test('begin where their lines begin, and end where the last line ends', () => {
    for (const records of cases) {
      const text = textOf(records);
      const { starts } = recordOffsets(encode(text), frame);
      const bytes = encode(text);
      const lines = [...starts.subarray(1)].map((end, at) => decode(bytes.subarray(starts[at], end)));
      expect(lines).toEqual(records.map((record, at) => `${record}${at === records.length - 1 ? '' : ','}\n`));
      expect(starts).toHaveLength(records.length + 1);
    }
  });

  test('are found in pieces of any length as in the whole', async () => {
    for (const records of cases) {
      const text = textOf(records);
      const whole = recordOffsets(encode(text), frame);
      for (const length of [1, 2, 3, 4, 5, 7, 13, 50, 1000]) {
        const { size, pieces } = piecesOf(text, length);
        expect(await streamedRecordOffsets(size, pieces, frame), `${length} of ${text}`).toEqual(whole);
      }
    }
  });

  test('are not looked for in a file of another length than was stated', async () => {
    const text = textOf(['{"a":1}', '{"a":2}']);
    for (const more of [-9, -1, 1, 9]) {
      const { size, pieces } = piecesOf(text, 8);
      await expect(streamedRecordOffsets(size + more, pieces, frame)).rejects.toThrow(
        'a published file has an unexpected layout',
      );
    }
  });
});

const PAGE = pageOf(['{"a":1}', '{"a":2}']);
const EMPTY = pageOf([], '');
const CHUNK = chunkOf(['{"a":1}', '{"a":2}']);

describe.each([
  [
    'a page',
    PAGE_FRAME,
    [
      '',
      '{\n',
      '[\n]\n',
      CHUNK,
      PAGE.slice(0, -1),
      PAGE.slice(1),
      `${PAGE}\n`,
      `{${PAGE.slice(2)}`,
      PAGE.replace('{\n', '[\n'),
      PAGE.replaceAll('\n', ' '),
      PAGE.replace(/"metadata".*\n/, ''),
      PAGE.replace('"metadata"', '"metadate"'),
      PAGE.replace(/"links".*\n/, ''),
      PAGE.replace('"results": [\n', ''),
      PAGE.replace('"results": [\n', '"results": [ '),
      PAGE.replace('\n]\n}\n', ']\n}\n'),
      PAGE.replace('\n]\n}\n', '\n]\n}'),
      EMPTY.replace(']\n}\n', '}\n'),
      EMPTY.replace(']\n}\n', '{}]\n}\n'),
    ],
  ],
  [
    'a chunk',
    CHUNK_FRAME,
    [
      '',
      '[',
      '[\n',
      '\n]\n',
      PAGE,
      CHUNK.slice(0, -1),
      CHUNK.slice(1),
      `${CHUNK}\n`,
      CHUNK.replace('[\n', '{\n'),
      CHUNK.replace('[\n', '[ '),
      CHUNK.replace('\n]\n', ']\n'),
      CHUNK.replace('\n]\n', '\n] '),
    ],
  ],
] as const)('what is not laid out as %s', (_, frame, texts) => {
  test.each(texts)('is refused: %j', async (text) => {
    expect(() => recordOffsets(encode(text), frame)).toThrow('a published file has an unexpected layout');
    for (const length of [1, 3, 1000]) {
      const { size, pieces } = piecesOf(text, length);
      await expect(streamedRecordOffsets(size, pieces, frame)).rejects.toThrow('unexpected layout');
    }
  });
});

test('a head without an end is not read beyond 1 MiB', async () => {
  const { size, pieces, taken } = piecesOf('x\n'.repeat(1 << 21), 1 << 16);
  await expect(streamedRecordOffsets(size, pieces, PAGE_FRAME)).rejects.toThrow('unexpected layout');
  expect(taken.count).toBe(17);
});
