import { join } from 'node:path';
import { keepToPort } from '../src/hosts/node/only-port.ts';
import { listenProblem } from '../src/hosts/node/try-port.ts';
import { PROJECT } from '../src/pipeline/output/project-folder.ts';
import { printProblems, serverSettingsOrExit } from './command-line.ts';

const settings = await serverSettingsOrExit(
  'preview',
  '{almanac preview --} [settings]',
  'Serves the static site of a build as a plain host of files would: no queries, no listings of folders, no endings added to files of the API.',
);
const { host, port, out } = settings;
// The server has an option against taking another port than the one it is given, but does not heed it.
keepToPort(port, (error) => {
  printProblems([listenProblem(error, host, port)]);
  process.exit(1);
});
process.once('SIGTERM', () => process.exit(0));
process.env.NO_UPDATE_CHECK = '1';
const listen = ['--listen', `tcp://${host}:${port}`, '--no-clipboard'];
// It reads its arguments when it is loaded.
process.argv.splice(
  2,
  process.argv.length,
  join(out, 'client'),
  '--config',
  join(PROJECT, 'scripts/preview/serve.json'),
  ...listen,
);
await import(import.meta.resolve('serve/build/main.js'));
