/** A change of a regular expression's text: `length` characters from the offset `at` become `after`. */
export interface RegexChange {
  at: number;
  length: number;
  after: string;
}

/** Every change of a regular expression literal, such as `/^a+/u`: anchors and quantifiers that differ, classes that are negated. */
export function regexChanges(literal: string): RegexChange[] {
  const changes: RegexChange[] = [];
  const end = literal.lastIndexOf('/');
  let inClass = false;
  for (let at = 1; at < end; at += 1) {
    const character = literal[at] as string;
    if (character === '\\') at += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') {
      inClass = true;
      const negated = literal[at + 1] === '^';
      changes.push(negated ? { at: at + 1, length: 1, after: '' } : { at: at + 1, length: 0, after: '^' });
      if (negated) at += 1;
    } else if (character === '^' || character === '$') changes.push({ at, length: 1, after: '' });
    else if (character === '+') changes.push({ at, length: 1, after: '*' });
    else if (character === '*') changes.push({ at, length: 1, after: '+' });
    // A question mark after "(" begins a group of another kind, and one after a quantifier makes it lazy.
    else if (character === '?' && !/[(+*?}]/.test(literal[at - 1] as string))
      changes.push({ at, length: 1, after: '' });
  }
  return changes;
}
