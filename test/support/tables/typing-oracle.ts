/*
 * The contract's rules for types and nulls, implemented a second time for tests: with integers of any size, instead of comparisons of
 * digits.
 */

/** How a column must be published. */
export interface ExpectedColumn {
  type: 'int64' | 'float64' | 'object';
  nullCount: number;
  /** JSON of each cell. */
  tokens: string[];
  /** JSON of the first five distinct values. */
  samples: string[];
}

const SPELLINGS = 'NA N/A n/a #N/A #NA <NA> NULL null NaN nan -NaN -nan None - .. :'.split(' ');

interface Parsed {
  kind: 'integer' | 'decimal' | 'unsigned-exponent';
  token: string;
  /** A text that two numbers share exactly if they are equal. */
  value: string;
}

/** Finds the type of a column from all of its cells; `missing` are its declared spellings of null. */
export function expectedColumn(cells: readonly string[], missing?: readonly string[]): ExpectedColumn {
  const trimmed = cells.map(trim);
  const areBlanksNull = missing?.some((spelling) => spelling !== '' && trim(spelling) === '') ?? false;
  const areNull = trimmed.map((cell, at) =>
    cell === '' ? cells[at] === '' || areBlanksNull : (missing?.includes(cell) ?? false),
  );
  const areNullAsNumbers = trimmed.map(
    (cell, at) => areNull[at] || cell === '' || (!missing && SPELLINGS.includes(cell)),
  );
  const parsed = trimmed.map((cell, at) => (areNullAsNumbers[at] ? null : parseNumber(cell)));
  const values = trimmed.filter((_, at) => !areNullAsNumbers[at]);
  const type = values.every(isCode) ? 'object' : typeOf(parsed.filter((_, at) => !areNullAsNumbers[at]));
  if (type === 'object') {
    const tokens = cells.map((cell, at) => (areNull[at] ? 'null' : JSON.stringify(cell)));
    const texts = cells.filter((_, at) => !areNull[at]);
    const samples = [...new Set(texts)].slice(0, 5).map((cell) => JSON.stringify(cell));
    return { type, nullCount: cells.length - texts.length, tokens, samples };
  }
  const distinct = new Map<string, string>();
  for (const it of parsed) {
    if (it && distinct.size < 5 && !distinct.has(it.value)) distinct.set(it.value, it.token);
  }
  return {
    type,
    nullCount: areNullAsNumbers.filter(Boolean).length,
    tokens: parsed.map((it) => it?.token ?? 'null'),
    samples: [...distinct.values()],
  };
}

/** Whether a number with a plus sign is long enough for a code, such as a telephone number. */
function isCode(value: string): boolean {
  return /^\+[1-9]\d{6,18}$/.test(value);
}

function typeOf(values: readonly (Parsed | null)[]): ExpectedColumn['type'] {
  if (values.length === 0 || values.includes(null)) return 'object';
  const kinds = new Set(values.map((it) => it?.kind));
  if (kinds.has('decimal')) return 'float64';
  return kinds.has('unsigned-exponent') ? 'object' : 'int64';
}

function trim(cell: string): string {
  let from = 0;
  let to = cell.length;
  const isBlank = (at: number): boolean => ' \t\n\v\f\r'.includes(cell.charAt(at));
  while (from < to && isBlank(from)) from += 1;
  while (to > from && isBlank(to - 1)) to -= 1;
  return cell.slice(from, to);
}

function parseNumber(text: string): Parsed | null {
  const found = /^([+-]?)(\d*)(\.?)(\d*)([eE]([+-]?)(\d+))?$/.exec(text);
  if (!found) return null;
  const [, sign, whole = '', point, fraction = '', exponent = '', exponentSign = '', power = '0'] = found;
  if (whole + fraction === '' || (whole.length > 1 && whole.startsWith('0'))) return null;
  const minus = sign === '-' ? '-' : '';
  const token = `${minus}${whole || '0'}${point ? `.${fraction || '0'}` : ''}${exponent}`;
  const digits = BigInt(`${minus}${whole}${fraction}`);
  if (!point && !exponent) {
    return BigInt.asIntN(64, digits) === digits ? { kind: 'integer', token, value: canonical(digits, 0) } : null;
  }
  if (!Number.isFinite(Number(token))) return null;
  const kind = point || exponentSign ? 'decimal' : 'unsigned-exponent';
  return { kind, token, value: canonical(digits, Number(exponentSign + power) - fraction.length) };
}

function canonical(digits: bigint, power: number): string {
  if (digits === 0n) return '0';
  let [reduced, exponent] = [digits, power];
  while (reduced % 10n === 0n) {
    reduced /= 10n;
    exponent += 1;
  }
  return `${reduced}e${exponent}`;
}
