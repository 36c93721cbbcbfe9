import { undescribedSource } from '../../../src/discover/describe-source.ts';
import { undescribedColumn } from '../../../src/discover/sidecar/undescribed-column.ts';
import { type FastPlan, planFastPath, SEGMENT_BYTES } from '../../../src/fast-path/plan.ts';
import type { ByteSource, ColumnDescription, FileFormat } from '../../../src/model.ts';
import { parseCsv } from '../../../src/parse/parse-csv.ts';
import { memorySource } from '../../support/memory-source.ts';

export interface Planning {
  /** What the description says about the file, after its header was read as text. */
  format?: Partial<FileFormat>;
  /** What the description says about every column. */
  column?: Partial<ColumnDescription>;
  /** What the header was read with. */
  read?: Partial<FileFormat>;
  segmentBytes?: number;
  /** The file as it is when it is planned. */
  content?: ByteSource;
  size?: number;
}

/** How a file is read as bytes whose header was read as text; null if it must be read as text. */
export function planOf(
  text: string,
  { format = {}, column = {}, read = {}, segmentBytes = SEGMENT_BYTES, content, size }: Planning = {},
): FastPlan | null {
  const bytes = memorySource(text);
  const source = undescribedSource('/raw/a.csv', 'a.csv');
  const csv = parseCsv(bytes, source.file, { ...source.format, ...read }, () => {});
  if (!csv) throw new Error('it cannot be read');
  csv.close();
  const plain = undescribedColumn(source.format);
  return planFastPath(
    { ...source, format: { ...source.format, ...read, ...format } },
    { content: content ?? bytes, size: size ?? Buffer.byteLength(text) },
    csv,
    new Map(csv.columns.map((name) => [name, { ...plain, ...column }])),
    segmentBytes,
  );
}
