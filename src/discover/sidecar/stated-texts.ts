import { isObject } from '../../problems/overlay.ts';
import { withoutBlanks } from './blank-fields.ts';
import type { Description } from './description.ts';
import { sidecarSchema } from './sidecar-schema.ts';

/** What a description names that other files must know, whatever else is wrong with it. */
export interface StatedTexts {
  /** As it is written; null if the description names no licence; blank if the value is not a text, or if an unknown key may be a mistyped "license". */
  license: string | null;
  /** Blank if neither the description nor the folder names one, or if the value is not a category. */
  category: string;
}

/**
 * The licence and the category that a description names, faulty or not, so that one run finds mistakes in them beside others. `folder` is the category if the
 * description names none; null if the file is not in the folder of a category.
 */
export function statedTexts({ value }: Description, folder: string | null): StatedTexts {
  const filled = withoutBlanks(value);
  if (!isObject(filled)) return { license: '', category: folder ?? '' };
  const { license, category } = filled;
  const isKnown = Object.keys(filled).every((key) => Object.hasOwn(sidecarSchema.shape, key));
  const unstated = isKnown ? null : '';
  return {
    license: license === undefined ? unstated : typeof license === 'string' ? license : '',
    category: category === undefined ? (folder ?? '') : (sidecarSchema.shape.category.safeParse(category).data ?? ''),
  };
}
