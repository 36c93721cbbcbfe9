/** The first reading of a CSV file: checks it, and finds out what its columns are. */

import type { Dataset, Source } from '../model.ts';
import { inOrder, type Problem, type Report, reportingErrors } from '../problems/problem.ts';
import { fingerprintOf, reportIfUnchanged, sizeOf } from './input/csv-file.ts';
import { beginReading, ON_THIS_THREAD, openSource, type ReadFile, type Reading } from './read-as-text.ts';

/** A CSV file that was read once. */
export interface Profiled extends Pick<ReadFile, 'delimiter' | 'regular'> {
  source: Source;
  dataset: Dataset;
  /** False when there is an error in it, or in what is said of it: then it must not be published. */
  isSound: boolean;
  /** Of the CSV file, before it was read. */
  fingerprint: string;
}

/**
 * Reads a CSV file for the first time: checks it, and profiles its columns. Null when it cannot be read to its end, or changes
 * meanwhile: what is found then may be in none of its versions, so only the change is reported.
 */
export function profileSource(source: Source, report: Report, reading = ON_THIS_THREAD): Profiled | null {
  return beginProfile(source, reading)(report);
}

/** What was read of a file, and what is told of it. */
export interface SourceRead {
  profiled: Profiled | null;
  problems: readonly Problem[];
}

/** How files are read, with threads that read whole files. */
export interface SharedReading extends Reading {
  /** Begins to read a file from its beginning to its end, on whatever thread; what is returned waits for that. */
  readWhole?(source: Source): () => SourceRead;
}

/** Begins to read a CSV file, as `profileSource` does; what is returned ends what other threads may do in between. */
export function beginProfile(source: Source, reading: SharedReading): (report: Report) => Profiled | null {
  const fingerprint = fingerprintOf(source.path);
  const { readWhole, segmentBytes } = reading;
  // Whoever reads it whole opens it too.
  const isWhole = reading.asText || sizeOf(source.path) <= segmentBytes;
  if (readWhole && isWhole) return endWhole(source, fingerprint, readWhole(source));
  const found: Problem[] = [];
  const take: Report = (it) => found.push(it);
  const opened = reportingErrors(take, () => openSource(source, reading, take));
  if (readWhole && opened?.plan === null) {
    opened.csv.close();
    return endWhole(source, fingerprint, readWhole(source));
  }
  const end = opened && beginReading(opened);
  return (report) => {
    let read: ReadFile | null = null;
    try {
      read = end && reportingErrors(take, end);
    } catch (error) {
      // What is read while another process writes may fit together in no way.
      if (fingerprintOf(source.path) === fingerprint) throw error;
    }
    if (!reportIfUnchanged(source, fingerprint, found, report) || !read) return null;
    const hints = inOrder(found.filter(({ severity }) => severity === 'hint'));
    const isSound = !source.isRefused && hints.length === found.length;
    return { ...read, source, dataset: { ...read.dataset, hints }, isSound, fingerprint };
  };
}

/** Ends what is read since the file had a fingerprint. */
function endWhole(source: Source, fingerprint: string, end: () => SourceRead): (report: Report) => Profiled | null {
  return (report) => {
    const { profiled, problems } = end();
    return reportIfUnchanged(source, fingerprint, problems, report) ? profiled : null;
  };
}
