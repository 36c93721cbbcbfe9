import { tmpdir } from 'node:os';
import { countTextsIn } from '../fast-path/count-texts.ts';
import { SEGMENT_BYTES, segmentOf } from '../fast-path/plan.ts';
import { profileSegment } from '../fast-path/profile-segment.ts';
import { readRange } from '../fast-path/read-range.ts';
import { doublesIn } from '../kernel/kept-bytes.ts';
import { kernelOfThread } from '../kernel/kernel.ts';
import { findDuplicates } from '../parse/checks/find-duplicates.ts';
import { distributionOf } from '../profile/distribution/count-numbers.ts';
import { distributionOfTexts } from '../profile/distribution/count-texts.ts';
import { statisticsOf } from '../profile/numbers/statistics.ts';
import { drawChartOf } from './charts/draw-chart.ts';
import { profileSource } from './first-pass.ts';
import { csvFile } from './input/csv-file.ts';
import type { Reading } from './lane.ts';
import { folderOutput } from './output/folder-output.ts';
import { writeDataset, writeRecords } from './second-pass.ts';
import type { ReadingOptions, Tasks } from './task-types.ts';
import { type Handlers, startHere } from './threads/batch.ts';
import { WorkCounters } from './threads/work-counters.ts';

/** Each handler runs on the calling thread. It may throw a `ProblemError` if a file cannot be read or written. */
export const HANDLERS: Handlers<Tasks> = {
  'profile-file': ({ source, options }, counters) => profileSource(source, readingHere(options, counters)),
  'profile-segment': ({ plan, index, alignment, spill }, counters) =>
    kernelOfThread().keepingIn(spill, () =>
      profileSegment(csvFile(plan.path, plan.file), plan, index, alignment, counters),
    ),
  'count-texts': ({ plan, index, cells, spill }) =>
    kernelOfThread().keepingIn(spill, () =>
      countTextsIn(readRange(csvFile(plan.path, plan.file), segmentOf(plan, index)), plan, cells),
    ),
  'summarise-numbers': (numbers) => {
    // Computing the statistics may sort integers in place, but the distribution depends on their original order.
    const distribution = distributionOf(numbers);
    return { distribution, statistics: statisticsOf(numbers) };
  },
  'summarise-texts': distributionOfTexts,
  'find-duplicates': (hashes) => findDuplicates(doublesIn(hashes)),
  'write-part': ({ part, folder, previous }, counters) => {
    const output = folderOutput(folder, previous);
    const summaries = writeRecords([part], output, counters);
    return { written: output.written, summaries };
  },
  'write-dataset': ({ profiled, site, folder, previous }, counters) =>
    writeDataset(profiled, { output: folderOutput(folder, previous), site, counter: counters }),
  'draw-chart': (task, counters) => {
    const outcome = drawChartOf(task);
    counters.addDataset();
    return outcome;
  },
};

const UNPUBLISHED = { site: null, segmentBytes: SEGMENT_BYTES, asText: false, temporary: tmpdir() };

/** Returns options for reading files on the calling thread only. */
export function readingHere(options: ReadingOptions = UNPUBLISHED, counters = new WorkCounters()): Reading {
  return { ...options, start: startHere(HANDLERS, counters), counter: counters };
}
