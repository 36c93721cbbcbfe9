import { ProblemError, problem } from '../../problems/problem.ts';

/** A format in which files are named .csv by mistake. */
interface OtherFormat {
  /** Completes the sentence "the file is …". */
  what: string;
  help: string;
}

const SHEET_HELP = 'Open it in a spreadsheet program and save the sheet as CSV (UTF-8).';
const UNPACK_HELP = 'Unpack it, and put the CSV file in its place.';

const ZIP = 'PK\x03\x04';

/** Formats by the bytes with which they begin, each byte written as the character with its code. */
const SIGNATURES: readonly (OtherFormat & { start: string })[] = [
  { start: 'PK\x05\x06', what: 'an empty zip archive', help: 'Put the CSV file in its place.' },
  { start: '\x1F\x8B', what: 'compressed with gzip', help: UNPACK_HELP },
  { start: '7z\xBC\xAF\x27\x1C', what: 'a 7z archive', help: UNPACK_HELP },
  { start: 'Rar!\x1A\x07', what: 'a rar archive', help: UNPACK_HELP },
  { start: '\xFD7zXZ\0', what: 'compressed with xz', help: UNPACK_HELP },
  { start: '\x28\xB5\x2F\xFD', what: 'compressed with Zstandard', help: UNPACK_HELP },
  { start: '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1', what: 'an old Excel workbook', help: SHEET_HELP },
  { start: '%PDF-', what: 'a PDF document', help: 'Ask its publisher for the data as CSV, or extract the table.' },
  { start: '{\\rtf1', what: 'an RTF document', help: 'Save it as plain text.' },
  { start: 'PAR1', what: 'a Parquet file', help: 'Convert it to CSV.' },
  { start: 'SQLite format 3\0', what: 'an SQLite database', help: 'Export the table as CSV.' },
];

/** Throws a `ProblemError` if the first bytes of a file are the signature of another format. */
export function refuseKnownSignature(start: Uint8Array, file: string): void {
  const head = String.fromCharCode(...start.subarray(0, 2048));
  const found = head.startsWith(ZIP) ? kindOfZip(head) : SIGNATURES.find((it) => head.startsWith(it.start));
  if (found) throw refusal(file, found);
}

/** Zip archives do not compress the names of their members, which show what the archive is. */
function kindOfZip(head: string): OtherFormat {
  if (/\[Content_Types\]\.xml|xl\/|_rels\//.test(head)) return { what: 'an Excel workbook', help: SHEET_HELP };
  if (head.includes('opendocument.spreadsheet')) return { what: 'an OpenDocument spreadsheet', help: SHEET_HELP };
  return { what: 'a zip archive', help: UNPACK_HELP };
}

const MARKUP = /^\s*<(?:!doctype\s+html|html|\?xml)[\s>]/i;
/** A CSV file cannot begin like this: the quote would be inside an unquoted cell. */
// Runs of blanks never meet, so that a file of blanks takes no more than linear time.
const JSON_OBJECT = /^\s*(?:\[\s*)?\{\s*"[^"\\]*"\s*:/;

/** Throws a `ProblemError` if a text is markup or JSON. `text` is its start. */
export function refuseMarkupOrJson(text: string, file: string): void {
  if (MARKUP.test(text)) {
    const isXml = /^\s*<\?xml/i.test(text) && !/<html[\s>]/i.test(text.slice(0, 2048));
    throw refusal(
      file,
      isXml
        ? { what: 'an XML document', help: `Convert it to CSV; if it comes from a spreadsheet: ${SHEET_HELP}` }
        : {
            what: 'an HTML page',
            help: 'The download probably failed, or led to a page about the file: download it again.',
          },
    );
  }
  if (JSON_OBJECT.test(text) || isJson(text)) {
    throw refusal(file, { what: 'a JSON document', help: 'Convert it to CSV, with one line for each record.' });
  }
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function refusal(file: string, { what, help }: OtherFormat): ProblemError {
  return new ProblemError(problem('not-csv', { file }, `is ${what}, though it is named as a CSV file`, help));
}
