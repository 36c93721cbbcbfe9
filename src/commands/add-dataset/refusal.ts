import { type Problem, ProblemError, problem } from '../../problems/problem.ts';

export function refusal(code: Problem['code'], file: string | null, message: string, help: string): ProblemError {
  return new ProblemError(problem(code, { file }, message, help));
}

/** The error for a path that already exists. `detail` is appended to the message. */
export function alreadyExists(
  file: string,
  detail = '',
  help = 'Rename the new file, or edit or remove the existing one.',
): ProblemError {
  return refusal('target-exists', file, `already exists${detail}`, help);
}
