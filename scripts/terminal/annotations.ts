/** Problems as annotations, which GitHub shows beside the lines of a pull request. */

import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { formatCount, problemToJson } from '../../src/problems/format-problem.ts';
import type { Problem } from '../../src/problems/problem.ts';
import { forTerminal } from '../../src/problems/text-position.ts';
import { workflowCommand } from '../../src/problems/workflow-commands.ts';

/** Maximum annotations of each kind that GitHub shows for one step of a job. */
const MAX_SHOWN = 10;

/** Where the files of problems are. */
export interface ProblemFolders {
  /** The folder that the paths of problems are relative to. */
  rawData: string;
  /** Root of the repository: annotations name files from there. */
  repository: string;
}

/**
 * The lines that make GitHub show problems as annotations: errors as errors, and hints as warnings. If there are more than GitHub shows,
 * the last line counts the rest, and the others cover as many kinds and files as possible.
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
  const message = `GitHub shows ${MAX_SHOWN} annotations of a kind. The log of this step has all.`;
  return [...lines, workflowCommand(name, { title: more }, message)];
}

function annotationOf(name: string, it: Problem, folders: ProblemFolders): string {
  const { code, message, help } = problemToJson(it);
  const file = it.file === null ? null : pathInRepository(it.file, folders);
  // A place means nothing without the file.
  const [line, col] = file === null ? [null, null] : [it.line, it.line === null ? null : it.column];
  // GitHub does not show the name of a file outside the repository, so the message has it.
  const said = file === null && it.file !== null ? `${it.file}: ${message}` : message;
  const lines = [said, ...help.split('\n')].filter((text) => text !== '').map(forTerminal);
  return workflowCommand(name, { file: file && forTerminal(file), line, col, title: code }, lines.join('\n'));
}

/** Path of a file from the root of the repository, with `/`; null for a file elsewhere. A link has its own path, not that of its target. */
function pathInRepository(file: string, { rawData, repository }: ProblemFolders): string | null {
  const inside = join(rawData, file);
  // Files that are named for a check may be anywhere.
  const path = existsSync(inside) || !existsSync(file) ? inside : file;
  const from = relative(realFolder(repository), join(realFolder(dirname(path)), basename(path)));
  return isAbsolute(from) || from === '..' || from.startsWith(`..${sep}`) ? null : from.split(sep).join('/');
}

function realFolder(folder: string): string {
  const whole = resolve(folder);
  return existsSync(whole) ? realpathSync(whole) : whole;
}

/** Chooses `count` problems: the first of each kind in each file, then the second ones, and so on. Keeps their order. */
function mostDifferent(problems: readonly Problem[], count: number): Problem[] {
  const kinds = Map.groupBy(problems, ({ file, code }) => JSON.stringify([file, code]));
  const ranks = new Map([...kinds.values()].flatMap((alike) => alike.map((it, rank) => [it, rank] as const)));
  const rankOf = (it: Problem): number => ranks.get(it) as number;
  const chosen = new Set(problems.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, count));
  return problems.filter((it) => chosen.has(it));
}
