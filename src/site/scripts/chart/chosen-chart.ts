import { MAX_SERIES } from '../../../contract/limits.ts';
import { decode, encode } from '../asking/address-text.ts';

/** What a reader chose to see instead of the published chart. What is empty is as published. */
export interface ChosenChart {
  /** Column of the measure. */
  y: string;
  /** Values of the time at which all series are ranked. */
  at: readonly string[];
  /** Names of the series that are shown as lines, in the order of their colours; empty for a colour without a series. */
  show: readonly string[];
}

/** Reads `y=value`, `at=2019` and `show=France,Italy` from a query. */
export function readChosen(search: string): ChosenChart {
  const query = new URLSearchParams(search);
  const isFirst = (name: string, at: number, all: string[]) => name === '' || all.indexOf(name) === at;
  const show = split(query.get('show')).filter(isFirst).slice(0, MAX_SERIES);
  return { y: query.get('y') ?? '', at: split(query.get('at')), show };
}

/** Writes values as in an address, separated by commas. */
export function joined(values: readonly string[]): string {
  return values.map((value) => encode(value)).join(',');
}

/** Reads what `joined` writes. */
export function split(text: string | null): string[] {
  return text ? text.split(',').map(decode) : [];
}
