import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { ENVIRONMENT } from '../builds/run-build.ts';
import { unprivileged } from '../builds/unprivileged.ts';
import { type Instruction, parseDockerfile, type Stage } from './parse-dockerfile.ts';

/*
 * Builds images and runs containers without a daemon, as far as that is possible: in a folder that stands for the root of an image's file system,
 * by the programs of this machine. What is different: `node` is the one of the tests, whatever the base image is; `npm ci` links the packages of
 * this project; and a path in a command or a variable is looked up in the folder. Any instruction that is not known is refused.
 */

/** An image. */
export interface Image {
  /** Folder that stands for the root of its file system. */
  root: string;
  env: Record<string, string>;
  workdir: string;
  /** As the instruction has it; null for root. */
  user: string | null;
  entrypoint: readonly string[];
  cmd: readonly string[];
  health: readonly string[] | null;
  stopSignal: string;
  volumes: readonly string[];
}

export interface BuildOptions {
  /** Text; that of this project if absent. */
  dockerfile?: string;
  target: string;
  args?: Readonly<Record<string, string>>;
  /** Folders that take the place of stages, by their names. */
  contexts?: Readonly<Record<string, string>>;
}

/** An official image of Node, named exactly. */
const BASE = /^node:\d+\.\d+\.\d+-[a-z0-9.-]+@sha256:[0-9a-f]{64}$/;
/** A user that this machine does not have, and who owns nothing. */
export const STRANGER = '54321:54321';

/** Builds a stage of a Dockerfile, and those that it needs. */
export function buildImage({ dockerfile, target, args = {}, contexts = {} }: BuildOptions): Image {
  const stages = parseDockerfile(dockerfile ?? readFileSync('Dockerfile', 'utf8'));
  const built = new Map<string, Image>();
  const find = (name: string): Image => {
    const context = contexts[name];
    if (context !== undefined) return { ...empty(), root: context };
    const stage = stages.find((it) => it.name === name);
    if (!stage) throw new Error(`no stage ${name}`);
    const image = built.get(name) ?? buildStage(stage, args, find, (from) => stages.some((it) => it.name === from));
    built.set(name, image);
    return image;
  };
  return find(target);
}

function empty(): Image {
  const root = mkdtempSync(join(tmpdir(), 'almanac-image-'));
  // Other users must be able to reach what is in it.
  chmodSync(root, 0o755);
  onTestFinished(() => {
    setWritable(root, [], true);
    rmSync(root, { recursive: true, force: true });
  });
  const nothing = { env: {}, workdir: '/', user: null, entrypoint: [], cmd: [], health: null, volumes: [] };
  return { root, ...nothing, stopSignal: 'SIGTERM' };
}

function buildStage(
  { from, instructions }: Stage,
  args: Readonly<Record<string, string>>,
  find: (name: string) => Image,
  isStage: (name: string) => boolean,
): Image {
  const image = empty();
  if (isStage(from)) {
    const { root, ...inherited } = find(from);
    Object.assign(image, { ...inherited, env: { ...inherited.env } });
    execFileSync('cp', ['-a', `${root}/.`, image.root]);
  } else if (from !== 'scratch' && !BASE.test(from)) throw new Error(`${from} is not pinned`);
  const values: Record<string, string> = {};
  for (const it of instructions) obey(it, image, { values, args, find });
  return image;
}

interface Building {
  /** Values of the arguments of this stage. */
  values: Record<string, string>;
  args: Readonly<Record<string, string>>;
  find: (name: string) => Image;
}

function obey({ name, options, rest }: Instruction, image: Image, { values, args, find }: Building): void {
  const words = rest.split(/\s+/);
  const filled = (text: string): string =>
    text.replace(/\$(\w+)/g, (_, variable: string) => values[variable] ?? image.env[variable] ?? '');
  switch (name) {
    case 'ARG': {
      const [, key = '', usual = ''] = /^(\w+)=(.*)$/.exec(rest) ?? [];
      values[key] = args[key] ?? usual;
      return;
    }
    case 'ENV':
      for (const word of words) {
        const [, key = '', value = ''] = /^(\w+)=(\S*)$/.exec(word) ?? [];
        if (key === '') throw new Error(`a variable that is not known here: ${word}`);
        image.env[key] = filled(value);
      }
      return;
    case 'WORKDIR':
      image.workdir = resolve(image.workdir, rest);
      mkdirSync(join(image.root, image.workdir), { recursive: true });
      return;
    case 'COPY': {
      const sources = words.slice(0, -1);
      const source = options.from === undefined ? null : find(options.from).root;
      for (const path of sources) copy(path, source, image, String(words.at(-1)));
      return;
    }
    case 'RUN':
      runStep(rest, image, values);
      return;
    case 'USER':
      image.user = rest;
      return;
    case 'EXPOSE':
      if (rest !== image.env.PORT) throw new Error(`the server does not listen on ${rest}`);
      return;
    case 'VOLUME':
      image.volumes = [...image.volumes, rest];
      return;
    case 'STOPSIGNAL':
      image.stopSignal = rest;
      return;
    case 'HEALTHCHECK':
      image.health = listOf(rest.replace(/^CMD /, ''));
      return;
    case 'ENTRYPOINT':
      image.entrypoint = listOf(rest);
      // As the builder does, for what was inherited.
      image.cmd = [];
      return;
    case 'CMD':
      image.cmd = listOf(rest);
      return;
    default:
      throw new Error(`${name} is not an instruction that is known here`);
  }
}

/** Only the form that starts a program without a shell: signals then reach it. */
function listOf(text: string): string[] {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list) || !list.every((it) => typeof it === 'string')) throw new Error(`not a list: ${text}`);
  return list;
}

/** Copies a file, or what is in a folder, from the build context (null) or from the root of another stage. */
function copy(path: string, source: string | null, { root, workdir }: Image, to: string): void {
  if (source === null && !isInContext(path)) throw new Error(`${path} is not in the build context`);
  const from = source === null ? resolve(path) : join(source, path);
  const place = join(root, resolve(workdir, to));
  const isFolder = statSync(from).isDirectory();
  const target = !isFolder && to.endsWith('/') ? join(place, basename(path)) : place;
  mkdirSync(isFolder ? target : dirname(target), { recursive: true });
  cpSync(from, target, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}

/** Whether `.dockerignore` leaves a path in the build context. */
function isInContext(path: string): boolean {
  const lines = readFileSync('.dockerignore', 'utf8').split('\n');
  const [first, ...others] = lines.filter((line) => line !== '' && !line.startsWith('#'));
  if (first !== '*' || !others.every((line) => /^![\w.-]+$/.test(line)))
    throw new Error('.dockerignore has other forms');
  return others.includes(`!${path}`);
}

function runStep(command: string, image: Image, values: Readonly<Record<string, string>>): void {
  const { root, workdir } = image;
  if (/^npm ci --omit=dev --ignore-scripts( |$)/.test(command)) {
    for (const name of ['package.json', 'package-lock.json']) statSync(join(root, workdir, name));
    symlinkSync(resolve('node_modules'), join(root, workdir, 'node_modules'));
    return;
  }
  if (/\bnpm\b/.test(command)) throw new Error(`not a command that is known here: ${command}`);
  const mapped = command.replace(/(?<=\s)\/[a-z][\w./-]*/g, (path) => root + path);
  const [program = '', ...rest] = asUser(image.user, ['sh', '-c', mapped]);
  const options = { cwd: join(root, workdir), env: environment(image, values), encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(program, rest, options);
  if (status !== 0) throw new Error(`${command} fails: ${stderr}`);
}

/** Variables of a container: no home, and no others of this machine than the way to its programs. */
function environment({ root, env }: Image, more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const values = Object.entries({ ...env, ...more }).map(([key, value]) => [key, inRoot(root, value)]);
  return { PATH: `${dirname(process.execPath)}:${ENVIRONMENT.PATH}`, ...Object.fromEntries(values) };
}

/** A path of the image as a path of this machine; any other text as it is. */
function inRoot(root: string, text: string): string {
  return /^\/[a-z]/.test(text) && existsSync(root + text) ? root + text : text;
}

/**
 * A command as another user runs it. If this user is not root, it stays this one, who is kept out by the permissions of the files. If others cannot
 * reach this project, it stays root, without the right to ignore permissions.
 */
function asUser(user: string | null, command: readonly string[]): readonly string[] {
  if (process.getuid?.() !== 0 || user === null) return command;
  if (!isOpen(resolve('node_modules'))) return unprivileged(command);
  const [uid, gid] = user.split(':');
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...command];
}

/** Whether any user may reach a folder. */
function isOpen(folder: string): boolean {
  const isReachable = (statSync(folder).mode & 0o005) === 0o005;
  return isReachable && (folder === dirname(folder) || isOpen(dirname(folder)));
}

export interface RunOptions {
  /** `uid:gid`; by default the one of the image. */
  user?: string;
  /** Arguments, instead of those of the image. */
  args?: readonly string[];
  settings?: Readonly<Record<string, string>>;
  /** Folders of this machine by the paths where they are mounted. */
  mounts?: Readonly<Record<string, string>>;
}

/** Starts a container, with a file system that is read-only apart from its volumes, mounts, and a folder for temporary files. */
export function runImage(image: Image, { user, args, settings = {}, mounts = {} }: RunOptions = {}): ChildProcess {
  const { root, workdir, volumes, entrypoint, cmd } = image;
  for (const [path, folder] of Object.entries(mounts)) {
    // A container before this one may have had the same.
    if (lstatSync(join(root, path)).isSymbolicLink()) continue;
    rmSync(join(root, path), { recursive: true });
    symlinkSync(folder, join(root, path));
  }
  setWritable(root, volumes, false);
  return start(image, [...entrypoint, ...(args ?? cmd)], join(root, workdir), { user, settings });
}

/** Runs the health check of a container. Resolves to its exit code. */
export function checkHealth(image: Image, settings: Readonly<Record<string, string>>): Promise<number | null> {
  const child = start(image, image.health ?? [], join(image.root, image.workdir), { user: STRANGER, settings });
  return new Promise((done) => child.once('exit', done));
}

function start(
  image: Image,
  command: readonly string[],
  cwd: string,
  { user, settings }: { user: string | undefined; settings: Readonly<Record<string, string>> },
): ChildProcess {
  const temporary = mkdtempSync(join(tmpdir(), 'almanac-tmpfs-'));
  chmodSync(temporary, 0o1777);
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
  const mapped = command.map((word) => inRoot(image.root, word));
  const [program = '', ...rest] = asUser(user ?? image.user, mapped);
  const env = { ...environment(image, settings), TMPDIR: temporary };
  return spawn(program, rest, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Makes a folder and all that is in it read-only, or writable for its owner; not what links lead to, nor the exceptions. */
function setWritable(root: string, except: readonly string[], isWritable: boolean): void {
  const change = (path: string): void => {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink() || except.includes(path.slice(root.length))) return;
    const mode = stats.mode & 0o7777;
    // Before the folder can be listed by its owner, it must be open to it.
    if (isWritable) chmodSync(path, mode | 0o700);
    if (stats.isDirectory()) for (const name of readdirSync(path)) change(join(path, name));
    if (!isWritable) chmodSync(path, mode & 0o7555);
  };
  if (existsSync(root)) change(root);
}
