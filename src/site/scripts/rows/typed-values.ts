import { intlNumbers } from '../../../texts/intl-formats.ts';

/**
 * Reads numbers that are typed or pasted, with the marks of the language or as in the rows: `pattern` is a regular expression for them, and
 * `plain` writes one as in the rows. A single point in a number that need not be whole is the point of the rows in every language.
 */
export function typedNumbers(language: string, isWhole: boolean) {
  const { format } = intlNumbers(language);
  const [group = ',', point = '.'] = [/\D/.exec(format(1e6))?.[0], format(0.5)[1]];
  const grouping = new RegExp(String.raw`[${group}](?=\d{3}(?!\d))`, 'g');
  const pattern = String.raw`\s*[+\-]?[0-9]+([${group}\s'’][0-9]{3})*((?:[.]|[${point}])[0-9]+)?([eE][+\-]?[0-9]+)?\s*`;
  const plain = (text: string): string => {
    const bare = text.replace(/^\s*\+|[\s'’]/g, '');
    const isOfRows = group === '.' && !isWhole && /^[^.,]*\.[^.,]*$/.test(bare);
    return (isOfRows ? bare : bare.replace(grouping, '')).replace(point, '.');
  };
  return { pattern, plain };
}

/** Completes the start of a date or time to the last one with this start: `2010` to `2010-12-31`. `example` has the same notation (ISO 8601). */
export function lastTime(start: string, example: string): string {
  const ofDay = '23:59:59.999Z';
  const date = example.includes('Q') ? `9999${example.slice(4, -1)}4` : `9999-12-31${example[10] ?? ''}${ofDay}`;
  return start + (example[2] === ':' ? ofDay : date).slice(start.length, example.length);
}
