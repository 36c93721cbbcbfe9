import type { ColumnDescription, FileFormat } from '../../model.ts';

// In a file of its own, since every worker thread that reads tables loads it, and importing read-sidecar.ts would also load Zod.

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
