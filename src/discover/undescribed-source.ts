import type { Source } from '../model.ts';
import { type CsvEntry, readForm } from './sidecar/read-sidecar.ts';

/** A CSV file that nobody has described yet; `csv` is what a sidecar would say of its form. */
export function undescribedSource(path: string, file: string, csv: CsvEntry = {}): Source {
  return {
    config: '',
    isRefused: false,
    isDescribed: false,
    path,
    file,
    descriptionFile: file,
    name: '',
    description: '',
    source: '',
    url: '',
    license: '',
    category: '',
    columns: new Map(),
    format: readForm(csv),
    columnPlaces: new Map(),
  };
}
