import type { ColumnDescription, FileFormat } from '../../model.ts';

// In a file of its own, since every thread that reads tables loads it: read-sidecar.ts would bring zod along.

/** The description of a column about which the publisher says nothing; what its file's format says of all columns holds for it. */
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
