import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BuildNotes } from './build-notes.ts';
import { type BuildRecord, readRecord } from './build-record.ts';
import type { Settings } from './config.ts';
import { readGenerator } from './generator.ts';
import { listFolder } from './input-files.ts';
import { Renewal, type Spare } from './renewal.ts';

/**
 * What a build with some settings can take over from the output in a place, and from its spare, where one is to be used; null where
 * nothing can be told of the raw data or of the generator.
 */
export function openRenewal(settings: Settings, place: string, spare: string | null): Renewal | null {
  const record = readRecord(place);
  const generator = readGenerator(record?.generator ?? null);
  const listing = listFolder(settings.rawData);
  if (!generator || !listing) return null;
  const notes = new BuildNotes(settings, record, generator, listing);
  const client = join(place, 'client');
  return new Renewal(notes, existsSync(client) ? client : null, notes.former && openSpare(spare, notes.former));
}

/** A spare that was made by the generator of a record, and is whole. */
function openSpare(folder: string | null, { generator }: BuildRecord): Spare | null {
  const record = folder === null ? null : readRecord(folder);
  const datasets = record?.generator.digest === generator.digest ? record.details()?.datasets : null;
  return folder !== null && datasets ? { folder, datasets } : null;
}
