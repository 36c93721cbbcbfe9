import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addDataset } from '../../../src/commands/add-dataset/add-dataset.ts';
import { type CheckedFile, checkData } from '../../../src/commands/check-data.ts';
import { overlay } from '../../../src/problems/overlay.ts';
import type { Problem } from '../../../src/problems/problem.ts';
import { buildInMemory } from '../../support/builds/build-in-memory.ts';
import { folderWith } from '../../support/builds/raw-data-folder.ts';

/*
 * Tables as offices make them, one in each folder of test/office, and what becomes of them: `add` drafts a sidecar, `check` says what can
 * be settled, and what is left is published, or asks what only a person can answer. `person.json` has what is asked then, as codes and
 * places; which of several fixes is right, by its number; and the answers, as keys of the sidecar. With them, the records are those of
 * `table.json`, or the file must be edited. `kind.md` says who makes such files.
 */

const FOLDER = 'test/office';

interface Person {
  asked: readonly string[];
  /** Number of the right fix, from 0, if the first thing that is asked has several. */
  choice?: number;
  answers: object;
  /** What is asked after the answers, if the file must be edited or exported again. */
  left?: readonly string[];
}

interface Described {
  rawData: string;
  sidecar: string;
}

/** Adds a file, and fills in what every sidecar needs. */
function draft(file: string): Described {
  const rawData = folderWith({});
  const added = addDataset(file, { rawData, category: 'office', create: true });
  const sidecar = join(rawData, added.sidecar);
  fill(sidecar, { name: 'N', description: 'D', source: 'S', url: 'https://example.org' });
  return { rawData, sidecar };
}

function check({ rawData }: Described): CheckedFile {
  return checkData(rawData, []).files[0] as CheckedFile;
}

/** Settles what a check says can be settled. */
function settle(described: Described): void {
  fill(described.sidecar, check(described).entry);
}

/** What is left to ask, but for what every draft leaves to be filled in. */
function askedIn(described: Described): string[] {
  const problems = check(described).problems.filter(
    ({ code }) => !['license-missing', 'column-undescribed'].includes(code),
  );
  return problems.map(placeOf);
}

function placeOf({ code, line, column }: Problem): string {
  return `${code} ${line}:${column}`;
}

function fill(sidecar: string, keys: object): void {
  writeFileSync(sidecar, JSON.stringify(overlay(JSON.parse(readFileSync(sidecar, 'utf8')), keys)));
}

/** The values of the records of a built dataset, in the order of its columns, and the errors. */
function build({ rawData }: Described): { values: unknown[][]; errors: string[] } {
  const { errors, texts, document, records } = buildInMemory(rawData);
  const path = [...texts.keys()].find((it) => it.endsWith('/schema.json')) ?? '';
  const schema = document<{ config: string; columns: { name: string }[] } | null>(path);
  const found = records<Record<string, unknown>>(schema?.config) ?? [];
  const values = found.map((it) => schema?.columns.map(({ name }) => it[name]) ?? []);
  return { values, errors: errors.map(placeOf) };
}

test.each(readdirSync(FOLDER))(
  '%s is published, or asks what only a person can answer; then it is the right table',
  (name) => {
    const folder = join(FOLDER, name);
    const raw = readdirSync(folder).find((it) => !['person.json', 'table.json', 'kind.md'].includes(it)) ?? '';
    const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
    const { asked, choice, answers, left }: Person = read('person.json');
    const described = draft(join(folder, raw));
    settle(described);
    expect(askedIn(described)).toEqual(asked);
    if (choice !== undefined) {
      fill(
        described.sidecar,
        check(described).problems.find(({ fixes }) => fixes.length > 1)?.fixes[choice]?.patch ?? {},
      );
      settle(described);
    }
    fill(described.sidecar, answers);
    if (left) {
      expect(askedIn(described)).toEqual(left);
      return;
    }
    const { values, errors } = build(described);
    expect(errors).toEqual([]);
    expect(values).toEqual(read('table.json'));
  },
);
