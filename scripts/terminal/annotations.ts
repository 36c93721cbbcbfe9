import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { formatCount, problemToJson } from '../../src/problems/format-problem.ts';
import type { Problem } from '../../src/problems/problem.ts';
import { forTerminal } from '../../src/problems/text-position.ts';
import { workflowCommand } from '../../src/problems/workflow-commands.ts';

/** Maximum number of annotations of each kind that GitHub shows for one step of a job. */
const MAX_SHOWN = 10;

/** Folders for resolving the paths in problems. */
export interface ProblemFolders {
  /** Folder to which the paths in problems are relative. */
  rawData: string;
  /** Root of the repository, to which the paths in annotations are relative. */
  repository: string;
}

/**
 * Workflow commands that make GitHub show problems as annotations: errors as errors, and hints as warnings. If there are more errors than
 * GitHub shows, the last command for errors gives the number of those left out. The same applies to hints.
 */
export function annotationsOf(problems: readonly Problem[], folders: ProblemFolders): string[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const hints = problems.filter(({ severity }) => severity === 'hint');
  return [...annotate('error', errors, 'problem', folders), ...annotate('warning', hints, 'hint', folders)];
}

function annotate(name: string, problems: readonly Problem[], noun: string, folders: ProblemFolders): string[] {
  const shown = problems.length > MAX_SHOWN ? mostDifferent(problems, MAX_SHOWN - 1) : problems;
  const lines = shown.map((it) => annotationOf(name, it, folders));
  const rest = problems.length - shown.length;
  if (rest === 0) return lines;
  const more = formatCount(rest, `more ${noun}`);
  const message = `GitHub shows at most ${MAX_SHOWN} annotations of each kind. See the log of this step for the rest.`;
  return [...lines, workflowCommand(name, { title: more }, message)];
}

function annotationOf(name: string, it: Problem, folders: ProblemFolders): string {
  const { code, message, help } = problemToJson(it);
  const file = it.file === null ? null : pathInRepository(it.file, folders);
  // A position is meaningless without its file.
  const [line, col] = file === null ? [null, null] : [it.line, it.line === null ? null : it.column];
  // GitHub does not show the name of a file outside the repository, so the message includes it.
  const said = file === null && it.file !== null ? `${it.file}: ${message}` : message;
  const lines = [said, ...help.split('\n')].filter((text) => text !== '').map(forTerminal);
  return workflowCommand(name, { file: file && forTerminal(file), line, col, title: code }, lines.join('\n'));
}

/** Path of a file, or of a symbolic link itself, relative to the repository, with `/` separators. Null for files outside the repository. */
function pathInRepository(file: string, { rawData, repository }: ProblemFolders): string | null {
  const inside = join(rawData, file);
  // Files passed to the `check` command may be outside the raw data.
  const path = existsSync(inside) || !existsSync(file) ? inside : file;
  const from = relative(realFolder(repository), join(realFolder(dirname(path)), basename(path)));
  return isAbsolute(from) || from === '..' || from.startsWith(`..${sep}`) ? null : from.split(sep).join('/');
}

function realFolder(folder: string): string {
  const whole = resolve(folder);
  return existsSync(whole) ? realpathSync(whole) : whole;
}

/** Chooses `count` problems: first one of each kind in each file, then a second one of each, and so on. Keeps their order. */
function mostDifferent(problems: readonly Problem[], count: number): Problem[] {
  const kinds = Map.groupBy(problems, ({ file, code }) => JSON.stringify([file, code]));
  const ranks = new Map([...kinds.values()].flatMap((alike) => alike.map((it, rank) => [it, rank] as const)));
  const rankOf = (it: Problem): number => ranks.get(it) as number;
  const chosen = new Set(problems.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, count));
  return problems.filter((it) => chosen.has(it));
}
