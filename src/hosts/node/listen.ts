import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net';

/** Time that requests in flight have once a server has been asked to end. */
const GRACE_MS = 10_000;

/**
 * Starts a server. On SIGTERM or SIGINT it accepts no more connections, finishes the requests in flight and lets the process end. Rejects
 * if it cannot listen on the address.
 */
export async function listen(listener: RequestListener, host: string, port: number): Promise<Server> {
  const server = createServer({ optimizeEmptyRequests: true }, listener);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  endOnSignal(server);
  return server;
}

/** Address of a server for clients. */
export function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function endOnSignal(server: Server): void {
  /** Open connections, each with its latest response. */
  const connections = new Map<Socket, ServerResponse | null>();
  let isEnding = false;
  server.on('connection', (socket) => {
    connections.set(socket, null);
    socket.once('close', () => connections.delete(socket));
  });
  /** Ends a connection after a response, unless another response follows on it. */
  const endAfter = (socket: Socket, response: ServerResponse): void => {
    response.once('close', () => {
      if (connections.get(socket) === response) socket.end();
    });
  };
  server.on('request', ({ socket }, response) => {
    connections.set(socket, response);
    if (isEnding) endAfter(socket, response);
  });
  const end = (): void => {
    isEnding = true;
    // The HTTP server's own `close` also cuts connections whose response is written but not yet sent.
    NetServer.prototype.close.call(server);
    for (const [socket, response] of connections) {
      if (response === null || response.closed) socket.destroy();
      else endAfter(socket, response);
    }
    setTimeout(() => server.closeAllConnections(), GRACE_MS).unref();
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}
