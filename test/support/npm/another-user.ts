import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `nobody` on Linux: no file of the tests, and none that is installed, belongs to this user. */
const NOBODY = 65_534;

/** Whether programs can be run as another user. If not, what they must not write has to be made read-only. */
const CAN_CHANGE_USER = process.getuid?.() === 0;

/** A user who owns nothing but one folder. */
export interface AnotherUser {
  /** The folder, which is this user's home too. */
  home: string;
  /** Starts a program in the folder, or in one below it. */
  spawn(program: string, args: readonly string[], options?: UserOptions): ChildProcess;
  /** Runs a program to its end. */
  run(program: string, args: readonly string[], options?: UserOptions): Promise<Ran>;
  /** Gives the user all that lies in the folder, after a test has written there. */
  own(): void;
}

export interface UserOptions {
  cwd?: string;
  env?: Readonly<Record<string, string>>;
}

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Makes a user with an empty folder. */
export function anotherUser(): AnotherUser {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'almanac-user-')));
  const own = (): void => {
    if (!CAN_CHANGE_USER) return;
    for (const path of ['.', ...readdirSync(home, { recursive: true, encoding: 'utf8' })])
      chownSync(join(home, path), NOBODY, NOBODY);
  };
  own();
  chmodSync(home, 0o755);
  const start = (program: string, args: readonly string[], { cwd = '.', env = {} }: UserOptions = {}): ChildProcess => {
    const options: SpawnOptions = {
      cwd: join(home, cwd),
      env: { PATH: process.env.PATH, HOME: home, TMPDIR: home, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(CAN_CHANGE_USER ? { uid: NOBODY, gid: NOBODY } : {}),
    };
    return spawn(program, args, options);
  };
  return {
    home,
    own,
    spawn: start,
    run: (program, args, options) =>
      new Promise((resolve, reject) => {
        const child = start(program, args, options);
        const ran = { stdout: '', stderr: '' };
        child.stdout?.setEncoding('utf8').on('data', (text: string) => (ran.stdout += text));
        child.stderr?.setEncoding('utf8').on('data', (text: string) => (ran.stderr += text));
        child.once('error', reject);
        child.once('close', (code) => resolve({ code, ...ran }));
      }),
  };
}
