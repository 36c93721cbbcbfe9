import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';

/** Serves the files of a folder on a free port of 127.0.0.1, as plain hosts do: a query is ignored, and scripts of any site may read. */
export async function serveFolder(folder: string): Promise<{ server: Server; url: string }> {
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://host');
    const path = join(folder, normalize(pathname));
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile()) {
      outgoing.writeHead(404, { 'Access-Control-Allow-Origin': '*' }).end('Not found');
      return;
    }
    outgoing.writeHead(200, {
      'Access-Control-Allow-Origin': '*',
      'Content-Type': path.endsWith('.js')
        ? 'text/javascript'
        : path.endsWith('.html')
          ? 'text/html'
          : 'application/json',
      'Last-Modified': stats.mtime.toUTCString(),
    });
    createReadStream(path).pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
