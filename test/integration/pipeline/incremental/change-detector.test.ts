import { expect, test } from 'vitest';
import { ChangeDetector } from '../../../../src/pipeline/incremental/change-detector.ts';
import { type FolderSnapshot, snapshotFolder } from '../../../../src/pipeline/incremental/file-snapshot.ts';
import { readSettings } from '../../../../src/settings/read-settings.ts';
import { folderWith } from '../../../support/builds/raw-data-folder.ts';

test('the bytes to read are those of the CSV and TSV files alone', () => {
  const folder = folderWith({
    'economy/a.csv': 'a,b\n1,2\n',
    'governance/B.CSV': 'a\n1\n',
    'governance/c.tsv': 'a\tb\n',
    'notes.zip': 'x'.repeat(5000),
  });
  const generator = { digest: '', runtime: '', files: new Map(), folders: new Map() };
  const notes = new ChangeDetector(
    readSettings('build', {}, {}).settings,
    null,
    generator,
    snapshotFolder(folder) as FolderSnapshot,
  );
  expect(notes.dataBytes).toBe(16);
});
