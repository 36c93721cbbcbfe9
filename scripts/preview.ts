import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverSettingsOrExit } from './command-line.ts';

const settings = await serverSettingsOrExit(
  'preview',
  '{almanac preview --} [settings]',
  'Serves the static site of a build as a plain static host would: files only, no queries.',
);
const serve = fileURLToPath(import.meta.resolve('serve/build/main.js'));
const listen = `tcp://${settings.host}:${settings.port}`;
const child = spawn(process.execPath, [serve, join(settings.out, 'client'), '--listen', listen, '--no-clipboard'], {
  env: { ...process.env, NO_UPDATE_CHECK: '1' },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => child.kill(signal));
child.once('exit', (code) => process.exit(code ?? 0));
