import type { Site } from '../../contract/routes.ts';
import { pageFormat } from '../records/layouts.ts';

/** Most records of a group, and most cells in tables that are not very wide. */
const MAX_GROUP_RECORDS = 1 << 16;
const MAX_GROUP_CELLS = 1 << 18;
/** Groups of fewer records would have more metadata than data. */
const LEAST_GROUP_RECORDS = 1_000;

/** Parquet has records in groups of this number, and parts begin where groups do. */
export function groupRecords(site: Site, columns: number): number {
  const alignment = pageFormat(site).alignment(site, columns);
  const most = Math.min(MAX_GROUP_RECORDS, Math.max(LEAST_GROUP_RECORDS, MAX_GROUP_CELLS / columns));
  return alignment * Math.max(1, Math.floor(most / alignment));
}
