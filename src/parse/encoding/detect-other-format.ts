import { attempt } from '../../problems/attempt.ts';
import { ProblemError, problem } from '../../problems/problem.ts';

/** A format other than CSV that a file may have despite its name, as the end of the sentence "the file is …", and advice. */
type OtherFormat = readonly [what: string, help: string];

const SHEET_HELP =
  'Open it in a spreadsheet program and save the sheet as CSV (UTF-8), or save it as .xlsx and add that.';
const WORKBOOK_HELP =
  'Add the workbook itself (.xlsx), which writes a CSV file, or save the sheet as CSV (UTF-8) in a spreadsheet program.';
const UNPACK_HELP = 'Unpack it and put the CSV file in its place.';

const LFS_HELP = 'Run "git lfs pull". In a GitHub workflow, set "lfs: true" for actions/checkout.';
const ZIP = 'PK\x03\x04';
const WORKBOOK: OtherFormat = ['an Excel workbook', WORKBOOK_HELP];
/** Maximum number of bytes of a zip archive, or of characters of markup, to inspect. */
const INSPECTED = 8192;

/** Formats by their first bytes, each byte written as the character with that code. */
const SIGNATURES: Readonly<Record<string, OtherFormat>> = {
  'PK\x05\x06': ['an empty zip archive', 'Put the CSV file in its place.'],
  '\x1F\x8B': ['a gzip file', UNPACK_HELP],
  '7z\xBC\xAF\x27\x1C': ['a 7z archive', UNPACK_HELP],
  'Rar!\x1A\x07': ['a rar archive', UNPACK_HELP],
  'BZh91AY&SY': ['a bzip2 file', UNPACK_HELP],
  '\xFD7zXZ\0': ['an xz file', UNPACK_HELP],
  '\x28\xB5\x2F\xFD': ['a Zstandard file', UNPACK_HELP],
  '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1': ['an Excel workbook (.xls) or another old Office document', SHEET_HELP],
  '%PDF-': ['a PDF document', 'Ask its publisher for the data as CSV, or extract the table.'],
  '{\\rtf1': ['an RTF document', 'Save it as plain text.'],
  // A CSV header may start with `PAR1`, but not with a control character right after it.
  'PAR1\x15': ['a Parquet file', 'Convert it to CSV.'],
  'PAR1\0': ['a Parquet file', 'Convert it to CSV.'],
  'SQLite format 3\0': ['an SQLite database', 'Export the table as CSV.'],
  'version https://git-lfs.github.com/spec/': ['a Git LFS pointer', LFS_HELP],
  '/annex/objects/': ['a git-annex pointer', 'Run "git annex get".'],
};

const MAX_SIGNATURE = Math.max(...Object.keys(SIGNATURES).map((start) => start.length));

/** Throws a `ProblemError` if the first bytes of a file are the signature of another format. */
export function refuseKnownSignature(start: Uint8Array, file: string): void {
  const found = knownFormat(start);
  if (found) throw refusal(file, found);
}

/** Whether the first bytes of a file are those of an Excel workbook in Office Open XML (.xlsx, .xlsm). */
export function isWorkbook(start: Uint8Array): boolean {
  return knownFormat(start) === WORKBOOK;
}

function knownFormat(start: Uint8Array): OtherFormat | undefined {
  const charactersOf = (length: number): string => String.fromCharCode(...start.subarray(0, length));
  const head = charactersOf(MAX_SIGNATURE);
  if (head.startsWith(ZIP)) return kindOfZip(charactersOf(INSPECTED));
  return Object.entries(SIGNATURES).find(([start]) => head.startsWith(start))?.[1];
}

/** Identifies the kind of a zip archive by its uncompressed parts: the names of its members, and the media type in an OpenDocument file. */
function kindOfZip(head: string): OtherFormat {
  if (head.includes('xl/')) return WORKBOOK;
  if (head.includes('.iwa')) return ['a Numbers document', SHEET_HELP];
  if (head.includes('opendocument.spreadsheet')) return ['an OpenDocument spreadsheet', SHEET_HELP];
  const isOffice = /\[Content_Types\]\.xml|_rels\//.test(head);
  return isOffice ? ['an Office document', 'Save the table in it as CSV (UTF-8).'] : ['a zip archive', UNPACK_HELP];
}

/**
 * A declaration, a comment, an `html` tag, two adjacent tags, or a block of text. Any other single tag may be a column name, as in
 * `<DATE>,<TIME>`.
 */
const MARKUP =
  /^\s*<(?:(?:!doctype\s+html|html|\?xml)[\s>]|!--|[a-z][^<>]*>(?:[ \t]*\r?\n[ \t]*)?<[/!a-z]|(p|div|h[1-6]|pre)\b[^<>]*>.*<\/\1>)/i;
const HTML = /<html[\s>]|^\s*(?:<!--.*?-->\s*)?<(?:!doctype\s+html|head|body|table|meta|div|p|h[1-6]|pre)[\s>]/is;
/** The start of JSON records. A CSV file is unlikely to start like this. */
// No two `\s*` are adjacent, so matching takes linear time even if a file is only whitespace.
const JSON_RECORDS = /^\s*(?:(?:\[\s*)?\{\s*"[^"\\]*"\s*:|\[\s*\[\s*["\d-])/;

const WEB_PAGE_HELP = 'Download the CSV file itself, or save the table on this page as CSV (UTF-8).';
const XML_HELP = 'Convert it to CSV, for example with a spreadsheet program.';

/** Throws a `ProblemError` if a file is markup or JSON. `text` is the start of the file. */
export function refuseMarkupOrJson(text: string, file: string): void {
  if (MARKUP.test(text)) {
    const isHtml = HTML.test(text.slice(0, INSPECTED));
    throw refusal(file, isHtml ? ['an HTML page', WEB_PAGE_HELP] : ['an XML document', XML_HELP]);
  }
  if (!JSON_RECORDS.test(text) && !isJson(text)) return;
  throw refusal(file, ['JSON', 'Convert it to CSV, with one line for each record.']);
}

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text) && attempt(() => JSON.parse(text) !== undefined, false);
}

function refusal(file: string, [what, help]: OtherFormat): ProblemError {
  return new ProblemError(problem('not-csv', { file }, `is ${what}, not delimited text`, help));
}
