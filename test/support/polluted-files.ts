import { cells } from './polluted/cells.ts';
import { combined, severalTables } from './polluted/combined.ts';
import { delimiterFaults } from './polluted/delimiters.ts';
import { editions, packages } from './polluted/editions.ts';
import { encodings } from './polluted/encodings.ts';
import { headerRows, indexColumns } from './polluted/header-rows.ts';
import { headerless } from './polluted/headerless.ts';
import { headers } from './polluted/headers.ts';
import { lineEndings } from './polluted/line-endings.ts';
import { misleading } from './polluted/misleading.ts';
import { notesAndSections } from './polluted/notes-and-sections.ts';
import { dialects, quoteFaults } from './polluted/quotes.ts';
import { surroundings } from './polluted/surroundings.ts';
import type { Polluted } from './polluted/table.ts';
import { writtenNumbers } from './polluted/written-numbers.ts';

/** Files that differ from a clean table in the ways in which files of public institutions do. */
export const POLLUTED_FILES: readonly Polluted[] = [
  ...delimiterFaults(),
  ...quoteFaults(),
  ...dialects(),
  ...surroundings(),
  ...headers(),
  ...headerless(),
  ...misleading(),
  ...severalTables(),
  ...notesAndSections(),
  ...encodings(),
  ...lineEndings(),
  ...cells(),
  ...writtenNumbers(),
  ...headerRows(),
  ...indexColumns(),
  ...editions(),
  ...packages(),
  ...combined(),
];
