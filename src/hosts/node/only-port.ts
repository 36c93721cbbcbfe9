import { Server } from 'node:net';

/**
 * Lets all servers of this process listen at one port alone. Calls `refuse` with the error if one cannot, or if it takes another port instead, as
 * some programs do without being asked; that one is not opened then. Between the moment when a port is found free and the one when a server
 * listens, another program may take it.
 */
export function keepToPort(port: number, refuse: (error: NodeJS.ErrnoException) => void): void {
  const listen = Server.prototype.listen;
  Server.prototype.listen = function (this: Server, ...given: unknown[]): Server {
    if (given[0] !== port) {
      refuse(Object.assign(new Error(`listen EADDRINUSE: address already in use: ${port}`), { code: 'EADDRINUSE' }));
      return this;
    }
    // Before those of the program, which may end the process.
    this.prependOnceListener('error', refuse);
    return Reflect.apply(listen, this, given) as Server;
  } as typeof listen;
}
