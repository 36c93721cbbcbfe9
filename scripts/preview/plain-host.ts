import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import send from 'send';

/** The page that hosts of files show instead of a file that is not there. */
const NOT_FOUND = '/404.html';

/**
 * Answers as the plainest host of files does. A path names a file, or, with a slash at its end, a folder with an `index.html`. Nothing else is found:
 * no folder is listed, no ending or slash is added, and a query is ignored.
 */
export function plainHost(root: string): (request: IncomingMessage, response: ServerResponse) => void {
  return (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1);
    const sending = send(request, path, { root, dotfiles: 'allow' })
      .on('directory', () => sending.error(404))
      .on('error', ({ status }) => {
        response.statusCode = status;
        send(request, NOT_FOUND, { root, acceptRanges: false })
          .on('error', () => response.end(`${STATUS_CODES[status]}\n`))
          .pipe(response);
      });
    sending.pipe(response);
  };
}
