import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';

// The package has no types.
const { default: send } = await import(import.meta.resolve('send'));

/**
 * Answers as the plainest host of files does. A path names a file, or, with a slash at its end, a folder with an `index.html`. Nothing else is found:
 * no folder is listed, no ending or slash is added, and a query is ignored. What is not found is answered with `404.html`.
 */
export function plainHost(root: string): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const sending = send(request, (request.url ?? '/').split('?', 1)[0], { root, dotfiles: 'allow' })
      .on('directory', () => sending.error(404))
      .on('error', ({ status }: { status: number }) => {
        response.statusCode = status;
        send(request, '/404.html', { root, acceptRanges: false })
          .on('error', () => response.end(`${STATUS_CODES[status]}\n`))
          .pipe(response);
      });
    sending.pipe(response);
  };
}
