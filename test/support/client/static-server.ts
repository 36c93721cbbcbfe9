import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.html': 'text/html',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/**
 * Serves the files of a folder on a free port of 127.0.0.1, below the path `base`, as plain hosts do: a query is ignored, a folder is its
 * `index.html`, a missing file is `404.html` if there is one, and scripts of any site may read.
 */
export async function serveFolder(folder: string, base = '/'): Promise<{ server: Server; url: string }> {
  const server = createServer((incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '/', 'http://host');
    const isBelow = pathname.startsWith(base);
    const path = join(folder, normalize(decodeURIComponent(pathname.slice(base.length))));
    const wanted = pathname.endsWith('/') ? join(path, 'index.html') : path;
    const isFound = isBelow && isFile(wanted);
    const file = isFound ? wanted : join(folder, '404.html');
    if (!isFile(file)) {
      outgoing.writeHead(404, { 'Access-Control-Allow-Origin': '*' }).end('Not found');
      return;
    }
    outgoing.writeHead(isFound ? 200 : 404, {
      'Access-Control-Allow-Origin': '*',
      'Content-Type': TYPES[extname(file)] ?? 'application/json',
      'Last-Modified': statSync(file).mtime.toUTCString(),
    });
    createReadStream(file).pipe(outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
