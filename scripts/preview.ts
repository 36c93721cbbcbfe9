import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { listenProblem } from '../src/hosts/node/try-port.ts';
import { printLine, printProblems, serverSettingsOrExit } from './command-line.ts';
import { plainHost } from './preview/plain-host.ts';

const settings = await serverSettingsOrExit(
  'preview',
  '{almanac preview --} [settings]',
  'Serves the static site of a build as the plainest host of files would: no queries, no listings of folders, no endings added.',
);
const { host, port, out } = settings;
const folder = join(out, 'client');
const server = createServer(plainHost(folder));
// Since the port was found free, another program may have taken it.
server.once('error', (error) => {
  printProblems([listenProblem(error, host, port)]);
  process.exit(1);
});
server.listen(port, host, () => {
  const { port: taken } = server.address() as AddressInfo;
  printLine(`${folder} is at http://${host.includes(':') ? `[${host}]` : host}:${taken}/. Ctrl-C ends it.`);
});
process.once('SIGTERM', () => process.exit(0));
