import type { ColumnDescription, FileFormat } from '../../model.ts';

// Separate from read-sidecar.ts, which loads Zod: worker threads that read tables do not need Zod.

/** The description of a column that the publisher does not describe. It has the null markers and the number format of its file. */
export function undescribedColumn({ missing, numberFormat }: FileFormat): ColumnDescription {
  return {
    description: '',
    nullable: false,
    required: false,
    isNumber: false,
    numberFormat,
    ...(missing ? { missing } : {}),
  };
}
