import { MAX_SERIES } from '../../../contract/limits.ts';
import { decode, encode } from '../asking/address-text.ts';

/** What a reader chose to see instead of the published chart. What is empty is as published. */
export type ChosenChart = ReturnType<typeof readChosen>;

/** Reads `y=value`, `at=2019` and `show=France,Italy` from a query. */
export function readChosen(search: string) {
  const query = new URLSearchParams(search);
  const isFirst = (name: string, at: number, all: string[]) => name === '' || all.indexOf(name) === at;
  const show = split(query.get('show')).filter(isFirst).slice(0, MAX_SERIES);
  return {
    /** Column of the measure. */
    y: query.get('y') ?? '',
    /** Values of the time at which all series are ranked. */
    at: split(query.get('at')),
    /** Names of the series that are shown as lines, in the order of their colours; empty for a colour without a series. */
    show,
  };
}

/** Writes values as in an address, separated by commas. */
export function joined(values: readonly string[]): string {
  return values.map((value) => encode(value)).join(',');
}

/** Reads what `joined` writes. */
export function split(text: string | null): string[] {
  return text ? text.split(',').map(decode) : [];
}
