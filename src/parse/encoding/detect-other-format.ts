import { ProblemError, problem } from '../../problems/problem.ts';

/** A format other than CSV that a file may have despite its name. */
interface OtherFormat {
  /** Completes the sentence "the file is …". */
  what: string;
  help: string;
}

const SHEET_HELP = 'Open it in a spreadsheet program and save the sheet as CSV (UTF-8).';
const UNPACK_HELP = 'Unpack it and put the CSV file in its place.';

const LFS_HELP = 'Run "git lfs pull". In a GitHub workflow, set "lfs: true" for actions/checkout.';
const ZIP = 'PK\x03\x04';
/** Maximum number of bytes of a zip archive, or of characters of markup, to inspect. */
const INSPECTED = 8192;

/** Formats and their first bytes, each byte written as the character with that code. */
const SIGNATURES: readonly (OtherFormat & { start: string })[] = [
  { start: 'PK\x05\x06', what: 'an empty zip archive', help: 'Put the CSV file in its place.' },
  { start: '\x1F\x8B', what: 'a gzip file', help: UNPACK_HELP },
  { start: '7z\xBC\xAF\x27\x1C', what: 'a 7z archive', help: UNPACK_HELP },
  { start: 'Rar!\x1A\x07', what: 'a rar archive', help: UNPACK_HELP },
  { start: 'BZh91AY&SY', what: 'a bzip2 file', help: UNPACK_HELP },
  { start: '\xFD7zXZ\0', what: 'an xz file', help: UNPACK_HELP },
  { start: '\x28\xB5\x2F\xFD', what: 'a Zstandard file', help: UNPACK_HELP },
  {
    start: '\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1',
    what: 'an Excel workbook (.xls) or another old Office document',
    help: SHEET_HELP,
  },
  { start: '%PDF-', what: 'a PDF document', help: 'Ask its publisher for the data as CSV, or extract the table.' },
  { start: '{\\rtf1', what: 'an RTF document', help: 'Save it as plain text.' },
  // A CSV header may start with `PAR1`, but not with a control character right after it.
  { start: 'PAR1\x15', what: 'a Parquet file', help: 'Convert it to CSV.' },
  { start: 'PAR1\0', what: 'a Parquet file', help: 'Convert it to CSV.' },
  { start: 'SQLite format 3\0', what: 'an SQLite database', help: 'Export the table as CSV.' },
  { start: 'version https://git-lfs.github.com/spec/', what: 'a Git LFS pointer', help: LFS_HELP },
  { start: '/annex/objects/', what: 'a git-annex pointer', help: 'Run "git annex get".' },
];

const MAX_SIGNATURE = Math.max(...SIGNATURES.map(({ start }) => start.length));

/** Throws a `ProblemError` if the first bytes of a file are the signature of another format. */
export function refuseKnownSignature(start: Uint8Array, file: string): void {
  const charactersOf = (length: number): string => String.fromCharCode(...start.subarray(0, length));
  const head = charactersOf(MAX_SIGNATURE);
  const found = head.startsWith(ZIP)
    ? kindOfZip(charactersOf(INSPECTED))
    : SIGNATURES.find((it) => head.startsWith(it.start));
  if (found) throw refusal(file, found);
}

/** Identifies the kind of a zip archive by its uncompressed parts: the names of its members, and the media type in an OpenDocument file. */
function kindOfZip(head: string): OtherFormat {
  if (head.includes('xl/')) return { what: 'an Excel workbook', help: SHEET_HELP };
  if (head.includes('opendocument.spreadsheet')) return { what: 'an OpenDocument spreadsheet', help: SHEET_HELP };
  if (/\[Content_Types\]\.xml|_rels\//.test(head)) {
    return { what: 'an Office document', help: 'Save the table in it as CSV (UTF-8).' };
  }
  return { what: 'a zip archive', help: UNPACK_HELP };
}

/** A declaration, a comment, an `html` tag, or two adjacent tags. Any other single tag may be a column name, as in `<DATE>,<TIME>`. */
const MARKUP = /^\s*<(?:(?:!doctype\s+html|html|\?xml)[\s>]|!--|[a-z][^<>]*>(?:[ \t]*\r?\n[ \t]*)?<[/!a-z])/i;
const HTML = /<html[\s>]|^\s*(?:<!--.*?-->\s*)?<(?:!doctype\s+html|head|body|table|meta|div)[\s>]/is;
/** The start of JSON records. A CSV file is unlikely to start like this. */
// No two `\s*` are adjacent, so matching takes linear time even if a file is only whitespace.
const JSON_RECORDS = /^\s*(?:(?:\[\s*)?\{\s*"[^"\\]*"\s*:|\[\s*\[\s*["\d-])/;

const WEB_PAGE = {
  what: 'an HTML page',
  help: 'Download the CSV file itself, or save the table on this page as CSV (UTF-8).',
};
const XML = { what: 'an XML document', help: 'Convert it to CSV, for example with a spreadsheet program.' };

/** Throws a `ProblemError` if a file is markup or JSON. `text` is the start of the file. */
export function refuseMarkupOrJson(text: string, file: string): void {
  if (MARKUP.test(text)) throw refusal(file, HTML.test(text.slice(0, INSPECTED)) ? WEB_PAGE : XML);
  if (JSON_RECORDS.test(text) || isJson(text)) {
    throw refusal(file, { what: 'JSON', help: 'Convert it to CSV, with one line for each record.' });
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
  return new ProblemError(problem('not-csv', { file }, `is ${what}, not delimited text`, help));
}
