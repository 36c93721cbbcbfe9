import { resolve } from 'node:path';
import { findProgram } from '../../../scripts/bench/peers.ts';
import { freePort, HOST, launch, type RunningServer, startNginx } from '../../../scripts/bench/servers/servers.ts';
import { hasPython } from '../readers/python.ts';

/** Starts a program that serves the folder `root`. `folder` is its working folder and must not exist yet. */
type StartHost = (root: string, folder: string) => Promise<RunningServer>;

const SERVE = 'node_modules/serve/build/main.js';
const SERVE_OPTIONS = ['--no-clipboard', '--config', resolve('scripts/preview/serve.json'), '--listen'];
/** The types of files, as a configuration of nginx usually has them, and compression of all of them. */
const COMPRESSING = `types { text/html html; text/css css; text/javascript js; image/svg+xml svg; }
  gzip on; gzip_types *; gzip_min_length 1; gzip_vary on;`;

/** Programs that serve files as they are, as far as the machine has them, and whether they send ranges. */
export const FILE_HOSTS: readonly (readonly [name: string, hasRanges: boolean, start: StartHost])[] = [
  [
    'serve',
    true,
    (root) => start(process.execPath, (port) => [SERVE, ...SERVE_OPTIONS, `tcp://${HOST}:${port}`, root]),
  ],
  ...(hasPython ? [['Python', false, startPython] as const] : []),
  ...(findProgram('nginx') === null ? [] : [['nginx, which compresses all', true, startCompressing] as const]),
];

function startPython(root: string): Promise<RunningServer> {
  return start('python3', (port) => ['-m', 'http.server', `${port}`, '--bind', HOST, '--directory', root]);
}

function startCompressing(root: string, folder: string): Promise<RunningServer> {
  return startNginx(root, folder, COMPRESSING);
}

async function start(program: string, argsFor: (port: number) => string[]): Promise<RunningServer> {
  const port = await freePort();
  const server = launch({ program, args: argsFor(port), env: { NO_UPDATE_CHECK: '1' } }, port);
  await server.until(async () => (await fetch(server.url)).ok);
  return server;
}
