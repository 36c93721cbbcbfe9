import type { Source } from '../../model.ts';
import { problem, type Report } from '../../problems/problem.ts';
import { cure, keyText, TRIM_BLANKS } from '../../problems/sidecar-patch.ts';
import type { Twins } from '../evidence/twins.ts';

/** Reports texts of a column that look the same, and so may name the same thing. `isTrimSafe`: leaving out blanks changes no other text. */
export function reportTwins(
  { file, format }: Source,
  column: string,
  { text, twin, place, differInBlanks, count }: Twins,
  isTrimSafe: boolean,
  report: Report,
): void {
  const difference = differInBlanks ? 'the blanks around them' : 'their Unicode normalisation';
  const others = count === 1 ? '' : ` (and ${count - 1} more such texts)`;
  const isCurable = differInBlanks && isTrimSafe && format.trim === null;
  report(
    problem(
      'values-alike',
      { file, place },
      `the column "${column}" has ${visible(text)} and ${visible(twin)}${others}, which differ only in ${difference}: readers count one thing as two; this is the first`,
      'If they are the same, spell them alike in the file.',
      isCurable ? [cure(TRIM_BLANKS)] : [],
    ),
  );
}

/** A text in quotes, in which combining marks and blanks other than the plain one are escaped. */
function visible(text: string): string {
  const json = keyText('', text).slice('"": '.length);
  return json.replace(/\p{M}/gu, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
