import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { slowReaders } from '../../../src/hosts/node/slow-readers.ts';
import { createTraffic, DEFAULT_LIMITS, type Limits, type Traffic } from '../../../src/hosts/node/traffic.ts';
import type { StreamedBody } from '../../../src/serve/body.ts';
import type { ApiResponse } from '../../../src/serve/respond.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => vi.useRealTimers());

/** The system's side of a connection: it takes what is sent at once, or only when a test lets it. */
class Connection extends Duplex {
  readonly taken: Buffer[] = [];
  isStuck = false;
  #take: (() => void) | null = null;

  override _read(): void {}

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.#take = () => {
      this.taken.push(chunk);
      done();
    };
    if (!this.isStuck) this.accept();
  }

  accept(): void {
    const take = this.#take;
    this.#take = null;
    take?.();
  }
}

function responseOn(connection?: Connection): ServerResponse {
  const outgoing = new ServerResponse(Object.assign(new IncomingMessage(new Socket()), { method: 'GET' }));
  if (connection) outgoing.assignSocket(connection as unknown as Socket);
  return outgoing;
}

function stuck(): Connection {
  return Object.assign(new Connection(), { isStuck: true });
}

function withBody(...lengths: number[]): ApiResponse {
  const body = lengths.map((length, at) => new Uint8Array(length).fill(at + 1));
  const length = lengths.reduce((sum, it) => sum + it, 0);
  return { status: 200, headers: { 'Content-Length': String(length) }, body };
}

function streamedAs(streamed: StreamedBody): ApiResponse {
  return { status: 200, headers: { 'Content-Length': String(streamed.length) }, body: null, streamed };
}

function trafficWith(limits: Partial<Limits> = {}): Traffic {
  return createTraffic({ ...DEFAULT_LIMITS, sendTimeout: 60_000, minSendRate: 10_000, ...limits });
}

async function isSettled(promise: Promise<unknown> | undefined): Promise<boolean> {
  let settled = false;
  const settle = (): void => {
    settled = true;
  };
  promise?.then(settle, settle);
  await nextTurn();
  return settled;
}

describe('a body in memory', () => {
  test.each([
    ['the system has taken it', () => responseOn(new Connection()), 1],
    ['its client has left', () => responseOn(stuck()).destroy() as ServerResponse, 0],
  ])('is free at once if %s, and can be overwritten only after that', (_, open, released) => {
    const traffic = trafficWith({ sendBuffer: 20_000 });
    const outgoing = open();
    const response = { ...withBody(12_000, 8_000), release: vi.fn() };
    expect(traffic.hold(outgoing, response)).toBeUndefined();
    expect(traffic.send(outgoing, response)).toBeUndefined();
    expect(response.release).toHaveBeenCalledTimes(released);
    expect(traffic.hold(responseOn(), withBody(20_000))).toBeUndefined();
    // Nobody is watched.
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is held until its connection is closed if the system does not take it', async () => {
    const traffic = trafficWith({ sendBuffer: 20_000 });
    const connection = stuck();
    const outgoing = responseOn(connection);
    const response = { ...withBody(20_000), release: vi.fn() };
    traffic.hold(outgoing, response);
    expect(traffic.send(outgoing, response)).toBeUndefined();
    const next = traffic.hold(responseOn(), withBody(20_000));
    expect(await isSettled(next)).toBe(false);
    connection.destroy();
    await next;
    expect(response.release).not.toHaveBeenCalled();
  });

  test('of up to 256 KB is sent at once, and a longer one in pieces of up to 256 KB', async () => {
    const traffic = trafficWith();
    const bodyOf = ({ taken }: Connection): number[] => taken.slice(1).map(({ length }) => length);
    const small = new Connection();
    expect(traffic.send(responseOn(small), withBody(262_143, 1))).toBeUndefined();
    expect(bodyOf(small)).toEqual([262_143, 1]);
    const parts = new Connection();
    await traffic.send(responseOn(parts), withBody(400_000, 50_000));
    expect(bodyOf(parts)).toEqual([262_144, 137_856, 50_000]);
    expect(Buffer.concat(parts.taken.slice(1))).toEqual(
      Buffer.concat([Buffer.alloc(400_000, 1), Buffer.alloc(50_000, 2)]),
    );
  });

  test('that is sent in pieces is held until the last one is taken', async () => {
    const traffic = trafficWith({ sendBuffer: 400_000 });
    const connection = stuck();
    const outgoing = responseOn(connection);
    traffic.hold(outgoing, withBody(400_000));
    const sent = traffic.send(outgoing, withBody(400_000));
    const next = traffic.hold(responseOn(), withBody(20_000));
    while (connection.taken.length < 2) {
      connection.accept();
      await nextTurn();
    }
    expect(await isSettled(next)).toBe(false);
    connection.isStuck = false;
    connection.accept();
    await sent;
    await next;
    expect(outgoing.writableEnded).toBe(true);
  });
});

describe('a body that is read while it is sent', () => {
  function tallied(count: number, length = count * 1000) {
    const tally = { read: 0, closed: 0 };
    async function* pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      for (let at = 0; at < count; at += 1) {
        tally.read += 1;
        yield new Uint8Array(1000);
      }
    }
    const close = async (): Promise<void> => {
      tally.closed += 1;
    };
    return { tally, response: streamedAs({ length, pieces, close }) };
  }

  test('is closed at its end', async () => {
    const { tally, response } = tallied(3);
    const connection = new Connection();
    const outgoing = responseOn(connection);
    await trafficWith().send(outgoing, response);
    expect(tally).toEqual({ read: 3, closed: 1 });
    expect(outgoing.writableEnded).toBe(true);
    expect(connection.taken.map(({ length }) => length).slice(1)).toEqual([1000, 1000, 1000]);
  });

  test('is not read for a client that has left before, but closed, and nobody is watched', async () => {
    const { tally, response } = tallied(3);
    const outgoing = responseOn(stuck());
    outgoing.destroy();
    await trafficWith().send(outgoing, response);
    expect(tally).toEqual({ read: 0, closed: 1 });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is read no further once its client has left', async () => {
    const { tally, response } = tallied(9);
    const connection = stuck();
    const sent = trafficWith().send(responseOn(connection), response);
    await nextTurn();
    // The head. The system never says what has become of the first piece.
    connection.accept();
    expect(await isSettled(sent)).toBe(false);
    connection.destroy();
    await sent;
    expect(tally.read).toBeLessThan(3);
    expect(tally.closed).toBe(1);
  });

  test('that cannot be read is closed, and the error is passed on', async () => {
    const { tally, response } = tallied(1);
    const broken = async function* (): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      yield new Uint8Array(1);
      throw new Error('EIO');
    };
    const streamed = { ...(response.streamed as StreamedBody), pieces: broken };
    await expect(trafficWith().send(responseOn(new Connection()), streamedAs(streamed))).rejects.toThrow('EIO');
    expect(tally.closed).toBe(1);
  });

  test('keeps its reader as long as that takes a piece from time to time', async () => {
    const { response } = tallied(5, 10_000_000);
    const connection = stuck();
    const sent = trafficWith().send(responseOn(connection), response);
    await nextTurn();
    // The head.
    connection.accept();
    for (let at = 0; at < 4; at += 1) {
      await nextTurn();
      vi.advanceTimersByTime(50_000);
      expect(connection.destroyed).toBe(false);
      connection.accept();
    }
    await nextTurn();
    vi.advanceTimersByTime(60_250);
    expect(connection.destroyed).toBe(true);
    await sent;
  });
});

describe('a reader that takes nothing', () => {
  function stuckReader(traffic: Traffic): Connection {
    const connection = stuck();
    traffic.send(responseOn(connection), withBody(100));
    return connection;
  }

  test('is disconnected after the time allowed if nobody waits', () => {
    const connection = stuckReader(trafficWith());
    vi.advanceTimersByTime(60_000);
    expect(connection.destroyed).toBe(false);
    vi.advanceTimersByTime(250);
    expect(connection.destroyed).toBe(true);
  });

  const takeMemory = (traffic: Traffic) => traffic.hold(responseOn(), withBody(20_000))?.catch(() => {});
  const takeFile = (traffic: Traffic) => traffic.reserve(1, responseOn()).catch(() => {});

  test.each([
    ['memory', [takeMemory]],
    ['files', [takeFile]],
    ['both', [takeMemory, takeFile]],
  ])('is disconnected after 45 seconds if others wait for %s', (_, waits) => {
    const traffic = trafficWith({ sendBuffer: 20_000, maxStreamed: 1 });
    const connection = stuckReader(traffic);
    for (const take of [takeMemory, takeFile]) take(traffic);
    vi.advanceTimersByTime(44_000);
    for (const wait of waits) wait(traffic);
    vi.advanceTimersByTime(1_000);
    expect(connection.destroyed).toBe(false);
    vi.advanceTimersByTime(250);
    expect(connection.destroyed).toBe(true);
  });
});

describe('what watches slow readers', () => {
  const limits = { sendTimeout: 1_000, minSendRate: 1_000 };

  test('disconnects a reader that took less than the rate allowed, however often it took something', () => {
    const readers = slowReaders(limits, () => false);
    const connection = stuck();
    const reader = readers(responseOn(connection), 500_000);
    const passTime = (milliseconds: number): void => {
      for (let at = 0; at < milliseconds; at += 250) {
        reader.progressAt = performance.now();
        vi.advanceTimersByTime(250);
      }
    };
    passTime(501_000);
    expect(connection.destroyed).toBe(false);
    passTime(250);
    expect(connection.destroyed).toBe(true);
  });

  test('stops looking when the last one is gone, and begins again with the next', async () => {
    const readers = slowReaders(limits, () => false);
    for (let round = 0; round < 2; round += 1) {
      const [first, second] = [stuck(), stuck()];
      readers(responseOn(first), 100);
      readers(responseOn(second), 100);
      first.destroy();
      await nextTurn();
      expect(vi.getTimerCount()).toBe(1);
      vi.advanceTimersByTime(1_250);
      expect(second.destroyed).toBe(true);
      await nextTurn();
      expect(vi.getTimerCount()).toBe(0);
    }
  });
});
