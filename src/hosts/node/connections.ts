import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';

/** Time that requests in flight have once a server has been asked to end. */
const GRACE_MS = 10_000;
/** Maximum requests of one connection that wait for their turn. Further ones are not answered: the connection is closed after these. */
const MAX_UNANSWERED = 64;
/** Maximum requests of one connection that follow. A client that sends more is disconnected at once. */
const MAX_IGNORED = 1024;
/**
 * Most requests of all connections that wait for their turn or are not answered, beyond one of each. Node keeps some kilobytes for each.
 * Then connections with several are closed.
 */
const MAX_HELD = 8192;

interface Connection {
  /** The response to its latest request; null before the first. */
  latest: ServerResponse | null;
  unanswered: number;
  /** Requests that are not answered. */
  ignored: number;
  /** Counts a request as answered. There is one function for all requests of a connection, which is faster. */
  answered: () => void;
}

/** The open connections of a server, at most a given number: a new one takes the place of the one that has been idle longest. */
export class Connections {
  readonly #open = new Map<Socket, Connection>();
  /** Connections without an unanswered request, the one that has been idle longest first. */
  readonly #idle = new Set<Socket>();
  /** Requests beyond the first of each connection that wait for their turn, or are not answered. */
  #held = 0;
  #isEnding = false;

  constructor(server: Server, most: number) {
    server.on('connection', (socket) => {
      if (this.#open.size >= most && !this.#makeRoom()) {
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

  /** Counts a request until its response is closed. False if it is not to be answered, since its connection is or will be closed. */
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

  /** Calls a function once all requests of a connection are answered, unless it is closed before. */
  whenAnswered(socket: Socket, act: () => void): void {
    const connection = this.#open.get(socket);
    if (!connection || connection.unanswered === 0 || !connection.latest) act();
    else connection.latest.once('close', () => !socket.destroyed && act());
  }

  /** Whether a part of the latest request of a connection is still to come. */
  isReceiving(socket: Socket): boolean {
    return this.#open.get(socket)?.latest?.req.complete === false;
  }

  /** Accepts no more connections, finishes the requests in flight, and lets the process end. */
  end(server: Server): void {
    this.#isEnding = true;
    // The HTTP server's own `close` also cuts connections whose response is written but not yet sent.
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
