import type { ColumnDescription, FileFormat } from '../../model.ts';

// This has a file of its own because every thread that reads tables loads it, and read-sidecar.ts would also load zod.

/** The description of a column about which the publisher says nothing. It has the missing values and the number format of its file. */
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
