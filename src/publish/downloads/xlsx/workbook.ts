/** The files of a workbook, except its sheets (ECMA-376 Part 1, section 18, and Part 2). */

import type { Dataset } from '../../../model.ts';
import { rangeOf } from './record-sheet.ts';
import { XML_HEAD } from './sheet.ts';
import { xmlText } from './xml-text.ts';

export const RECORD_SHEET = 'xl/worksheets/sheet1.xml';
export const COLUMN_SHEET = 'xl/worksheets/sheet2.xml';
export const PROPERTIES = 'docProps/core.xml';
export const WORKBOOK = 'xl/workbook.xml';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const CONTENT_TYPES =
  `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  '<Default Extension="xml" ContentType="application/xml"/>' +
  `<Override PartName="/${WORKBOOK}" ContentType="${SHEET_TYPE}.sheet.main+xml"/>` +
  `<Override PartName="/${RECORD_SHEET}" ContentType="${SHEET_TYPE}.worksheet+xml"/>` +
  `<Override PartName="/${COLUMN_SHEET}" ContentType="${SHEET_TYPE}.worksheet+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>` +
  `<Override PartName="/${PROPERTIES}" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

const PACKAGE_RELATIONS =
  `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/>` +
  `<Relationship Id="rId2" Type="${PACKAGE}/relationships/metadata/core-properties" Target="${PROPERTIES}"/></Relationships>`;

const WORKBOOK_RELATIONS =
  `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">` +
  `<Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>` +
  `<Relationship Id="rId2" Type="${RELATIONS}/worksheet" Target="worksheets/sheet2.xml"/>` +
  `<Relationship Id="rId3" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`;

/** Cell formats, in the order of `FORMATS`. Number format 49 is `@`, which keeps anything typed into a cell as text. */
const STYLES =
  `${XML_HEAD}<styleSheet xmlns="${MAIN}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>';

/** The workbook part. As in workbooks from Excel, the filter range is also stored under a hidden name. */
export function workbook(columns: number, count: number): string {
  return (
    `${XML_HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>` +
    '<sheet name="Records" sheetId="1" r:id="rId1"/><sheet name="Columns" sheetId="2" r:id="rId2"/></sheets>' +
    '<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">' +
    `Records!${rangeOf(columns, count, '$')}</definedName></definedNames></workbook>`
  );
}

/** Files that are the same in all workbooks, by path. `[Content_Types].xml` comes first, since some programs recognise a workbook by it. */
export const CONSTANT_FILES: Readonly<Record<string, string>> = {
  '[Content_Types].xml': CONTENT_TYPES,
  '_rels/.rels': PACKAGE_RELATIONS,
  'xl/_rels/workbook.xml.rels': WORKBOOK_RELATIONS,
  'xl/styles.xml': STYLES,
};

/** The document properties. They omit timestamps, which would differ between builds. */
export function properties({ name, description, source }: Dataset): string {
  return (
    `${XML_HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
    `<dc:title>${xmlText(name)}</dc:title><dc:creator>${xmlText(source)}</dc:creator>` +
    `<dc:description>${xmlText(description)}</dc:description></cp:coreProperties>`
  );
}
