/** Adds a data file to the raw data, with a draft of its sidecar for the publisher to complete. */

import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CATALOGUE_FILE } from '../../discover/catalogue/catalogue-file.ts';
import { readDefaults } from '../../discover/catalogue/category-defaults.ts';
import { undescribedSource } from '../../discover/describe-source.ts';
import { isDataFile, isTsv } from '../../discover/list-files.ts';
import { pathBelow } from '../../discover/path-below.ts';
import { blankKeys } from '../../discover/sidecar/blank-fields.ts';
import { draftSidecar } from '../../discover/sidecar/draft-sidecar.ts';
import { statOrError } from '../../discover/stat-or-error.ts';
import type { ReadingSettings } from '../../model.ts';
import { completePatch, withSidecar } from '../../pipeline/fixes/complete-patch.ts';
import { trials } from '../../pipeline/fixes/trial.ts';
import type { Trial } from '../../pipeline/fixes/try-fixes.ts';
import { fileChanged, fingerprintOf } from '../../pipeline/input/csv-file.ts';
import { hasPath, isObject, overlay } from '../../problems/overlay.ts';
import { isFatal, type Problem, ProblemError } from '../../problems/problem.ts';
import { laterPatch, type SidecarPatch } from '../../problems/sidecar-patch.ts';
import { DEFAULT_READING, type Settings, settingsThatAffect } from '../../settings/settings.ts';
import { type CheckedFile, checkSource, irregular } from '../check-data.ts';
import { type ChosenPath, choosePath } from './choose-path.ts';
import { createFiles, type FileChange } from './create-files.ts';
import { addedCategory, newCatalogue } from './extend-catalogue.ts';
import { refusal } from './refusal.ts';

const SCHEMAS = fileURLToPath(new URL('../../../public/schemas/', import.meta.url));

export type Added = ReturnType<typeof addDataset>;

export type AddSettings = Pick<Settings, 'rawData' | 'category'> &
  Partial<Pick<Settings, 'create'> & ReadingSettings> & {
    /** Where the file was fetched from, and the date, as `YYYY-MM-DD`; absent for a file of the user's. */
    origin?: { url: string; retrieved: string };
    /** Path of the CSV file to copy, if the given file is a workbook. */
    table?: string;
  };

/**
 * Adds a data file. A file that is already in the raw data stays where it is and only gets a sidecar. `table` is the path of the CSV file to
 * copy if the given file is a workbook. With `create`, a missing category is added to the catalogue's description, which is created if it
 * is missing too. Throws a `ProblemError`, and leaves the raw data unchanged,
 * if the file cannot be read as text, changes in the meantime or has a name that is unusable or already taken, if its category is missing
 * and must not be created, or if the raw data cannot be written to.
 */
export function addDataset(
  path: string,
  { rawData, category, create = false, origin, table = path, ...given }: AddSettings,
) {
  const shown = origin?.url ?? path;
  const settings = settingsThatAffect({ ...DEFAULT_READING, ...given }, 'reading');
  requireRegularFile(path);
  // The content of a file such as `a.xlsx` is a better reason to refuse it than its name, so the content is checked first.
  if (!isDataFile(table)) {
    const named = undescribedSource(path, path, { settings });
    refuseFatal(trials()(named).read(named), shown);
  }
  const chosen = choosePath({ path, shown, rawData, category, create }, table !== path);
  const { file, sidecar, isInside, config, stem } = chosen;
  const fingerprint = fingerprintOf(path);
  const source = undescribedSource(table, file, { settings });
  const defaults = readDefaults(rawData).get(chosen.category.name)?.value ?? {};
  const dictionary = isObject(defaults.columns) ? defaults.columns : {};
  const trial = trials(rawData)({ ...source, category: chosen.category.name });
  const problems = trial.read(trial.describe({}) ?? source);
  refuseFatal(problems, shown);
  const { patch, reasons } = completePatch(problems, trial, ({ code }) => ABOUT_VALUES.has(code));
  const draft: Trial = { ...trial, describe: (further) => trial.describe(laterPatch(patch, further)) };
  const found = { ...checkSource(trial.describe(patch) ?? source, [], { trialOf: () => draft }), config };
  const sidecarPath = join(rawData, sidecar);
  const text = draftSidecar({
    schema: schemaFrom(sidecarPath, 'dataset.schema.json'),
    stem,
    category: chosen.namesCategory ? chosen.category.name : null,
    origin: origin ?? null,
    given: new Set([...Object.keys(defaults), ...(chosen.hasLicense ? ['license'] : [])]),
    columns: new Map(
      found.columns.flatMap(({ name }) => {
        const keys = patch.columns?.[name];
        return keys || !Object.hasOwn(dictionary, name) ? [[name, keys ?? {}]] : [];
      }),
    ),
    csv: { ...patch.csv, ...(hasPath(defaults, ['csv', 'delimiter']) ? {} : pinnedDelimiter(found)) },
  });
  const claim: FileChange = { path: sidecarPath, file: sidecar, content: { text } };
  const copies: FileChange[] = isInside ? [] : [{ path: join(rawData, file), file, content: { copyOf: table } }];
  const changes = [claim, ...copies, ...catalogueChanges(rawData, chosen)];
  createFiles(changes, () => {
    if (fingerprintOf(path) === fingerprint) return;
    throw new ProblemError({ ...fileChanged({ file: path }), help: 'Add it again once nothing is writing to it.' });
  });
  const created = chosen.category.exists ? null : { category: chosen.category.name, catalogue: !chosen.hasCatalogue };
  const written = JSON.parse(text);
  return {
    /** Paths of the data file and its sidecar, relative to the raw-data folder. */
    ...{ file, sidecar },
    /** The category that was created, and whether the catalogue's description was created with it; null if the category existed. */
    created,
    /** Keys of the sidecar that are left for the publisher to fill in. */
    blank: blankKeys(written),
    /** The proposed keys of the sidecar, and the problems that they fix. */
    ...{ patch, reasons },
    /** The findings in the file when it is read with the proposed keys. */
    found: adaptToSidecar(found, written),
  };
}

/** Adapts the fixes in findings to a sidecar that has just been written, so that they can be pasted into it. */
function adaptToSidecar(found: CheckedFile, { csv, columns }: SidecarPatch): CheckedFile {
  const sidecar = { ...(csv ? { csv } : {}), ...(columns ? { columns } : {}) };
  const pasted = overlay(sidecar, found.entry) as SidecarPatch;
  return {
    ...found,
    sidecar,
    problems: found.problems.map((it) => withSidecar(it, sidecar)),
    remaining: found.remaining.map((it) => withSidecar(it, pasted)),
  };
}

/** The new file or the edit that creates the category; neither if the category exists. */
function catalogueChanges(rawData: string, { category, hasCatalogue }: ChosenPath): FileChange[] {
  if (category.exists) return [];
  if (hasCatalogue) return [addedCategory(rawData, category.name)];
  return [newCatalogue(rawData, category.name, schemaFrom(join(rawData, CATALOGUE_FILE), 'catalogue.schema.json'))];
}

export function requireRegularFile(path: string): void {
  const stats = statOrError(path);
  if (stats instanceof Error) {
    const help = 'Check the path, its links and its permissions.';
    throw refusal('file-unreadable', path, `cannot be reached: ${stats.message}`, help);
  }
  const where = 'Give the path of a CSV, TSV or .xlsx file.';
  if (stats === null) throw refusal('file-unreadable', path, 'does not exist', where);
  const wrong = irregular({ path, file: path });
  if (wrong) throw new ProblemError(wrong);
}

/** The detected delimiter, set in the sidecar so that new data cannot change it. Absent if it is the default for the file's extension. */
function pinnedDelimiter({ file, delimiter }: CheckedFile): { delimiter?: string } {
  return delimiter === null || delimiter === (isTsv(file) ? '\t' : ',') ? {} : { delimiter };
}

/** Codes of the hints whose fixes specify the formats of numbers and dates. */
const ABOUT_VALUES: ReadonlySet<string> = new Set(['number-format', 'nearly-numeric', 'date-format']);

/** Throws the first problem that no sidecar can fix, if there is one, with `shown` as the name of the file. */
function refuseFatal(problems: readonly Problem[], shown: string): void {
  const fatal = problems.find(isFatal);
  if (fatal) throw new ProblemError({ ...fatal, file: shown });
}

/** Relative link from a description to its JSON Schema; null if the description is outside Almanac's own folder. */
function schemaFrom(description: string, schema: string): string | null {
  const link = relative(dirname(resolve(description)), join(SCHEMAS, schema)).replaceAll(sep, '/');
  return pathBelow(resolve(SCHEMAS, '../..'), resolve(description)) === null ? null : link;
}
