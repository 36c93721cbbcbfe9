import { crc32, deflateRawSync } from 'node:zlib';
import type { FilePart } from '../../../src/model.ts';
import { zipFile } from '../../../src/publish/downloads/xlsx/zip.ts';

/** A sheet: the XML of its rows, of what comes before them (columns) and after them (merged cells), and whether it is hidden. */
export interface SheetXml {
  rows: string;
  before?: string;
  after?: string;
  state?: 'hidden' | 'veryHidden';
  /** A sheet that is only a chart. */
  isChart?: boolean;
}

/** Number formats by the index that cells give in `s`; the first is that of other cells. */
export const FORMATS = ['General', 'yyyy-mm-dd', 'yyyy-mm-dd hh:mm', 'hh:mm', '[h]:mm', '0.0%'];

const NS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A zip archive of texts by name. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const pieces: Uint8Array[] = [];
  const part: FilePart = { write: (bytes) => pieces.push(Buffer.from(bytes)), end: () => {} };
  const zip = zipFile(part, { deflate: (bytes) => deflateRawSync(bytes), crc32 });
  for (const [name, text] of Object.entries(files)) {
    zip.begin(name);
    zip.append(text, true);
  }
  zip.end();
  return Buffer.concat(pieces);
}

/** A workbook (ECMA-376) of sheets by name. */
export function workbookWith(sheets: Readonly<Record<string, SheetXml>>, { date1904 = false, more = {} } = {}): Buffer {
  const entries = Object.entries(sheets);
  const list = entries.map(
    ([name, { state }], at) =>
      `<sheet name="${name}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="rId${at + 1}"/>`,
  );
  const links = entries.map(
    ([, { isChart }], at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${isChart ? 'chartsheet' : 'worksheet'}" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const formats = FORMATS.map((format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${format}"/>`);
  const styles = FORMATS.map((_, at) => `<xf numFmtId="${at === 0 ? 0 : 164 + at}"/>`);
  return zipOf({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations(`<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/>`),
    'xl/workbook.xml': `<workbook xmlns="${NS}" xmlns:r="${RELATIONS}"><workbookPr date1904="${date1904}"/><sheets>${list.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      `${links.join('')}<Relationship Id="rId99" Type="${RELATIONS}/styles" Target="styles.xml"/>`,
    ),
    'xl/styles.xml': `<styleSheet xmlns="${NS}"><numFmts>${formats.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    ...Object.fromEntries(
      entries.map(([, { rows, before = '', after = '' }], at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${NS}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
    ...more,
  });
}

function relations(links: string): string {
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links}</Relationships>`;
}

/** The rows of a table whose cells are texts, numbers, or XML that begins with `<c`; an empty text is no cell. */
export function rowsOf(...table: readonly (readonly (string | number)[])[]): string {
  return table
    .map((cells, row) => `<row r="${row + 1}">${cells.map((it, at) => cellXml(it, row, at)).join('')}</row>`)
    .join('');
}

function cellXml(value: string | number, row: number, column: number): string {
  const at = `${String.fromCharCode(65 + column)}${row + 1}`;
  if (value === '') return '';
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  if (value.startsWith('<c')) return value.replace('<c', `<c r="${at}"`);
  const text = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}
