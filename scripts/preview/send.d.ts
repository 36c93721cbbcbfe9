/** What we use of a package without types. */
declare module 'send' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Sending {
    on(event: 'error', listener: (error: { status: number }) => void): this;
    /** Instead of a redirect to the folder's path with a slash. */
    on(event: 'directory', listener: () => void): this;
    error(status: number): void;
    pipe(response: ServerResponse): void;
  }
  /** Sends the file at the path of a URL below `root`, or the index of a folder. */
  function send(
    request: IncomingMessage,
    path: string,
    options: { root: string; dotfiles?: 'allow'; acceptRanges?: boolean },
  ): Sending;
  export = send;
}
