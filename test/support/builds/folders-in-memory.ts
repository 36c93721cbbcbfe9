/**
 * Where tests write: in memory, if the system offers that. They make and remove hundreds of thousands of small files, for which some disks
 * take longer than the tests for all else: ext4 without a journal does not use the inodes of removed files again for minutes, and looks
 * through them whenever a file is made; and with `discard`, each removal waits for the disk.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** A file system in memory, which Linux has. */
const MEMORY = '/dev/shm';
/** More than all tests need at a time, and what is installed for them: bytes of the file system, and of memory that is free. */
const NEEDED_BYTES = 4 * 2 ** 30;
/** Names, for the processes of a run, the folder for temporary files on the disk. It is set while tests write in memory. */
const DISK_VARIABLE = 'ALMANAC_TESTS_DISK';

/** Makes the tests of a run write in memory, and returns what removes that; does nothing if there is too little. */
export function setup(): (() => void) | undefined {
  if (DISK_VARIABLE in process.env || !hasMemory()) return undefined;
  const folder = mkdtempSync(join(MEMORY, `almanac-tests-${process.pid}-`));
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  // As the folder that every system has: tests run programs as other users.
  chmodSync(folder, 0o755);
  chmodSync(temporary, 0o1777);
  const before = process.env.TMPDIR;
  process.env[DISK_VARIABLE] = tmpdir();
  process.env.TMPDIR = temporary;
  const remove = (): void => {
    process.off('exit', remove);
    delete process.env[DISK_VARIABLE];
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    rmSync(folder, { recursive: true, force: true });
  };
  // A run that is stopped does not come to its end.
  process.on('exit', remove);
  return remove;
}

function hasMemory(): boolean {
  if (process.platform !== 'linux' || !existsSync(MEMORY)) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  const [, kilobytes = 0] = /^MemAvailable: +(\d+)/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
  const mounted =
    readFileSync('/proc/self/mounts', 'utf8')
      .match(/^\S+ \/dev\/shm tmpfs (\S+)/m)?.[1]
      ?.split(',') ?? [];
  // Tests run programs that they install.
  const mayRun = mounted.includes('rw') && !mounted.includes('noexec');
  return mayRun && bavail * bsize >= NEEDED_BYTES && Number(kilobytes) * 1024 >= NEEDED_BYTES;
}

/** Does something while the folder for temporary files is on the disk: it is large, or is to stay there for other runs. */
export async function onDisk<T>(what: () => Promise<T>): Promise<T> {
  const [inMemory, disk] = [process.env.TMPDIR, process.env[DISK_VARIABLE]];
  if (disk === undefined) return what();
  process.env.TMPDIR = disk;
  try {
    return await what();
  } finally {
    process.env.TMPDIR = inMemory;
  }
}

/**
 * A folder for temporary files that is not on the file system of another folder, or of what this will be in; `tmpdir` if the machine has
 * only one.
 */
export function elsewhereThan(folder: string): string {
  const there = existsSync(folder) ? folder : dirname(resolve(folder));
  const { dev } = statSync(there);
  const folders = [MEMORY, process.env[DISK_VARIABLE] ?? tmpdir(), tmpdir()].filter((it) => existsSync(it));
  return folders.find((it) => statSync(it).dev !== dev) ?? tmpdir();
}
