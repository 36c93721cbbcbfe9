import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ENVIRONMENT } from '../builds/run-build.ts';
import { CONNECTION, pathForNpm } from '../npm/run-npm.ts';
import { plainOutput } from './read-guide.ts';

/** A shell of somebody who follows a guide: a folder and a home of its own. npm is this machine's, with its cache. */
export class GuideShell {
  readonly #place = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'almanac-guide-')));
  readonly #environment: Readonly<Record<string, string>>;

  /** Servers listen on `port` of this machine alone. */
  constructor(port: number) {
    const [bin, home, folder] = ['bin', 'home', 'folder'].map((name) => join(this.#place, name));
    for (const path of [bin, home, folder]) fs.mkdirSync(path as string);
    const node = JSON.stringify(process.execPath);
    // As npx does it, but without looking in a registry for what is not installed.
    const call = `npm_config_user_agent=npm/11.6.0 exec ${node} node_modules/.bin/almanac "$@"`;
    this.#addProgram('node', `exec ${node} "$@"`);
    this.#addProgram('npx', `[ "$1" = almanac ] || exit 127\nshift\n${call}`);
    this.#addProgram(
      'npm',
      `export HOME=${JSON.stringify(ENVIRONMENT.HOME)} PATH=${JSON.stringify(pathForNpm())}\nexec npm --prefer-offline --no-audit --no-fund --loglevel=error "$@"`,
    );
    fs.writeFileSync(this.#state, folder as string);
    this.#environment = {
      ...CONNECTION,
      PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
      HOME: home as string,
      TMPDIR: home as string,
      // Names with accents, and the words of programs in English.
      LC_ALL: 'C.UTF-8',
      PORT: `${port}`,
      HOST: '127.0.0.1',
      ...Object.fromEntries(
        ['AUTHOR', 'COMMITTER'].flatMap((who) => [
          [`GIT_${who}_NAME`, 'A'],
          [`GIT_${who}_EMAIL`, 'a@b.c'],
        ]),
      ),
    };
  }

  /** Remembers the folder that the shell is in. */
  get #state(): string {
    return join(this.#place, 'cwd');
  }

  /** The folder that the shell is in. */
  get folder(): string {
    return fs.readFileSync(this.#state, 'utf8').trim();
  }

  #addProgram(name: string, script: string): void {
    const path = join(this.#place, 'bin', name);
    fs.writeFileSync(path, `#!/bin/sh\n${script}\n`);
    fs.chmodSync(path, 0o755);
  }

  /** Copies a file into the folder. */
  take(path: string): void {
    fs.copyFileSync(path, join(this.folder, basename(path)));
  }

  /** Writes a file below the folder. */
  write(path: string, text: string): void {
    fs.mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    fs.writeFileSync(join(this.folder, path), text);
  }

  /** Puts a text, which ends with a line break, in the place of a line of a file, counted from 1. Returns the line that was there. */
  edit(path: string, number: number, text: string): string {
    const file = join(this.folder, path);
    const lines = fs.readFileSync(file, 'utf8').split(/(?<=\n)/);
    const [before = ''] = lines.splice(number - 1, 1, text);
    fs.writeFileSync(file, lines.join(''));
    return before;
  }

  /** Runs lines of a shell to their end. What they print is in the order in which they print it. */
  async run(script: string): Promise<{ code: number | null; output: string }> {
    const started = this.start(`trap 'pwd > ${this.#state}' EXIT\n${script}`);
    await once(started.child, 'close');
    return { code: started.child.exitCode, output: started.output() };
  }

  /** Starts lines of a shell, the last of which goes on. */
  start(script: string): { child: ChildProcess; output: () => string; stop: () => Promise<void> } {
    const child = spawn('bash', ['-ec', `exec 2>&1\n${script}`], {
      cwd: this.folder,
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'inherit'],
      // A group of its own, so that it ends with all that it has started.
      detached: true,
    });
    let printed = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const closed = once(child, 'close');
    const stop = async (): Promise<void> => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      } catch {
        // It has ended already.
      }
      await closed;
    };
    return { child, output: () => plainOutput(printed), stop };
  }

  remove(): void {
    fs.rmSync(this.#place, { recursive: true, force: true });
  }
}
