import { describe, expect, test } from 'vitest';
import type { PublishedFile } from '../../../../src/model.ts';
import { type Bytes, bytesOf, FileRange, filesBody, toStream } from '../../../../src/serve/body.ts';

const encode = (text: string): Bytes => new TextEncoder().encode(text);

/** A file on a disk that fails where it is asked to. Its pieces share one buffer, as those of a host do. */
function fileOf(text: string, fails: 'reading' | 'closing' | null = null) {
  const bytes = encode(text);
  const asked: string[] = [];
  const buffer = new Uint8Array(2);
  const file: PublishedFile = {
    size: bytes.length,
    bytes: async () => bytes.slice(),
    digest: async () => new Uint8Array(32),
    async *pieces(start, end) {
      asked.push(`read ${start}-${end}`);
      for (let at = start; at < end; at += buffer.length) {
        if (fails === 'reading' && at > start) throw new Error('the disk is broken');
        const piece = bytes.subarray(at, Math.min(at + buffer.length, end));
        buffer.set(piece);
        yield buffer.subarray(0, piece.length);
      }
    },
    async close() {
      asked.push('close');
      if (fails === 'closing') throw new Error('the disk is broken');
    },
  };
  return { file, asked };
}

function bodyOf(file: PublishedFile, parts: readonly (Bytes | FileRange)[]) {
  let closed = 0;
  const body = filesBody(parts, new Map([['a', file]]), () => {
    closed += 1;
  });
  return { body, closed: () => closed };
}

describe('a part of a range of a file', () => {
  test('is a range of the file, with offsets from the beginning of the range', () => {
    const part = new FileRange('a', 10, 50).subarray(5, 15);
    expect([part.file, part.start, part.length]).toEqual(['a', 15, 10]);
    expect(part.subarray(1, 2)).toEqual(new FileRange('a', 16, 17));
  });
});

test('the bytes of a content are its part, or its parts joined', () => {
  const [one, two] = [encode('one'), encode('two')];
  expect(bytesOf({ parts: [one] })).toBe(one);
  expect(bytesOf({ parts: [one, two] })).toEqual(encode('onetwo'));
  expect(bytesOf({ parts: [] })).toEqual(encode(''));
});

describe('a body that is read while it is sent', () => {
  const PARTS = [encode('<'), new FileRange('a', 1, 6), encode('|'), new FileRange('a', 7, 8), encode('>')];

  test('is its parts in order, and is closed once it is sent', async () => {
    const { file, asked } = fileOf('0123456789');
    const { body, closed } = bodyOf(file, PARTS);
    const stream = toStream(body);
    expect(body.length).toBe(9);
    expect(asked).toEqual([]);
    expect(await new Response(stream).text()).toBe('<12345|7>');
    expect(asked).toEqual(['read 1-6', 'read 7-8', 'close']);
    expect(closed()).toBe(1);
  });

  test('is not read before it is asked for', async () => {
    const { file, asked } = fileOf('0123456789');
    const reader = toStream(bodyOf(file, [new FileRange('a', 0, 10)]).body).getReader();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(asked).toEqual([]);
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('01');
    await reader.cancel();
    expect(asked).toEqual(['read 0-10', 'close']);
  });

  test('keeps what was read when the file overwrites its pieces', async () => {
    const { file } = fileOf('0123');
    const reader = toStream(bodyOf(file, [new FileRange('a', 0, 4)]).body).getReader();
    const pieces = [(await reader.read()).value, (await reader.read()).value];
    expect(pieces.map((piece) => new TextDecoder().decode(piece))).toEqual(['01', '23']);
  });

  test('is closed if its file cannot be read', async () => {
    const { file, asked } = fileOf('0123', 'reading');
    const { body, closed } = bodyOf(file, [new FileRange('a', 0, 4)]);
    await expect(new Response(toStream(body)).text()).rejects.toThrow('the disk is broken');
    expect([asked, closed()]).toEqual([['read 0-4', 'close'], 1]);
  });

  test('is closed once, however often it is asked to', async () => {
    const { file, asked } = fileOf('0123');
    const { body, closed } = bodyOf(file, []);
    await Promise.all([body.close(), body.close()]);
    await body.close();
    expect([asked, closed()]).toEqual([['close'], 1]);
  });

  test('gives back its place even if a file cannot be closed', async () => {
    const { file } = fileOf('0123', 'closing');
    const { body, closed } = bodyOf(file, []);
    await expect(body.close()).rejects.toThrow('the disk is broken');
    expect(closed()).toBe(1);
  });
});
