import { execFile } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { promisify } from 'node:util';
import { ENVIRONMENT } from '../builds/run-build.ts';

const run = promisify(execFile);

/** What npm needs to reach its registry from a network with a proxy. */
export const CONNECTION = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(?:https?_proxy|no_proxy|node_extra_ca_certs|ssl_cert_file|npm_config_.*)$/i.test(name),
  ),
);

/** Where npm is found, and finds a Node: without the folders of this project's packages, which contain another one. */
export function pathForNpm(node = process.execPath): string {
  const others = (ENVIRONMENT.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  return [dirname(node), ...others].join(delimiter);
}

/** Runs npm in a folder; with a program, on that Node. */
export function npm(
  args: readonly string[],
  cwd: string,
  node = process.execPath,
): Promise<{ stdout: string; stderr: string }> {
  const env = { ...ENVIRONMENT, ...CONNECTION, PATH: pathForNpm(node) };
  return run('npm', ['--no-audit', '--no-fund', '--loglevel=error', ...args], {
    cwd,
    env,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
}
