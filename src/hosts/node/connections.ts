import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** Time that requests in flight have to finish after a server is asked to end, in milliseconds. */
const GRACE_MS = 10_000;
/** Maximum number of unanswered requests per connection. Any more are ignored, and the connection is closed after the last response. */
const MAX_UNANSWERED = 64;
/** Maximum number of ignored requests per connection. A client that sends more is disconnected immediately. */
const MAX_IGNORED = 1024;
/**
 * Maximum number of unanswered or ignored requests on all connections together, not counting the first on each connection. Node needs a few
 * kilobytes for each request. At this limit, a connection that already has a request waiting is closed if it sends another.
 */
const MAX_HELD = 8192;

interface Connection {
  /** Response to the latest request that is not ignored; null before the first request. */
  latest: ServerResponse | null;
  unanswered: number;
  /** Number of requests that will never get a response. */
  ignored: number;
  /** Counts a request as answered. One function for all requests of a connection is faster than one for each. */
  answered: () => void;
}

/** The open connections of a server. Above the limit, the one that has been idle longest is closed, or the new one if none is idle. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  /** Connections without unanswered requests, starting with the one that has been idle longest. */
  readonly #idle = new Set<Socket>();
  /** Number of unanswered or ignored requests, not counting the first on each connection. */
  #held = 0;
  #isEnding = false;

  constructor(server: Server, max: number) {
    server.on('connection', (socket) => {
      if (this.#open.size >= max && !this.#makeRoom()) {
        socket.destroy();
        return;
      }
      const answered = (): void => this.#answered(socket, connection);
      const connection: Connection = { latest: null, unanswered: 0, ignored: 0, answered };
      this.#open.set(socket, connection);
      this.#idle.add(socket);
      socket.once('close', () => {
        this.#held -= Math.max(connection.unanswered - 1, 0) + connection.ignored;
        this.#open.delete(socket);
        this.#idle.delete(socket);
      });
    });
  }

  /** Counts a request until its response is closed. Returns false if the request must not be answered. */
  begin(socket: Socket, outgoing: ServerResponse): boolean {
    const connection = this.#open.get(socket);
    if (!connection || socket.destroyed) return false;
    const isFurther = connection.unanswered > 0 || connection.ignored > 0;
    if (isFurther && this.#held >= MAX_HELD) {
      socket.destroy();
      return false;
    }
    if (isFurther) this.#held += 1;
    if (connection.ignored > 0 || connection.unanswered >= MAX_UNANSWERED) {
      connection.ignored += 1;
      if (connection.ignored > MAX_IGNORED) socket.destroy();
      return false;
    }
    connection.latest = outgoing;
    connection.unanswered += 1;
    this.#idle.delete(socket);
    outgoing.on('close', connection.answered);
    return true;
  }

  #answered(socket: Socket, connection: Connection): void {
    if (!this.#open.has(socket)) return;
    connection.unanswered -= 1;
    if (connection.unanswered > 0) {
      this.#held -= 1;
      return;
    }
    this.#idle.add(socket);
    if (connection.ignored > 0) socket.destroySoon();
    else if (this.#isEnding) socket.end();
  }

  /** Calls a function once all requests of a connection are answered, unless the connection is closed first. */
  whenAnswered(socket: Socket, act: () => void): void {
    const connection = this.#open.get(socket);
    if (!connection || connection.unanswered === 0 || !connection.latest) act();
    else connection.latest.once('close', () => !socket.destroyed && act());
  }

  /** Whether the latest request of a connection has not been received completely yet. */
  isReceiving(socket: Socket): boolean {
    return this.#open.get(socket)?.latest?.req.complete === false;
  }

  /** Accepts no more connections, gives the requests in flight `GRACE_MS` to finish, and lets the process end. */
  end(server: Server): void {
    this.#isEnding = true;
    // The `close` method of the HTTP server also cuts connections whose response is written but not sent yet.
    NetServer.prototype.close.call(server);
    for (const socket of [...this.#idle]) socket.destroy();
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  }

  #makeRoom(): boolean {
    const [longest] = this.#idle;
    if (!longest) return false;
    longest.destroy();
    this.#open.delete(longest);
    return this.#idle.delete(longest);
  }
}
