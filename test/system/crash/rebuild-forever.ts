/**
 * Builds the API from two raw-data folders in turn into one output, until it is killed. Takes the steps of a build of the whole site,
 * from the first pass to the replacement of the output.
 */

import { join } from 'node:path';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { folderOutput } from '../../../src/pipeline/output/folder-output.ts';
import { markOutput } from '../../../src/pipeline/output/output-folder.ts';
import { mendFolder, swapFolder } from '../../../src/pipeline/output/swap-folder.ts';
import { temporaryFolder } from '../../../src/pipeline/output/temporary-folder.ts';
import { ProblemError } from '../../../src/problems/problem.ts';

const [work, out, ...rawData] = process.argv.slice(2) as [string, string, string, string];
// Without its parent, nobody would end it.
const parent = process.ppid;
for (let turn = 0; process.ppid === parent; turn += 1) {
  const finished = temporaryFolder(work);
  const source = rawData[turn % rawData.length] as string;
  buildApi({ rawData: source, site: { prefix: '/', pageSizes: [100] } }, folderOutput(join(finished, 'client')));
  markOutput(finished);
  try {
    mendFolder(out, false);
    swapFolder(finished, out);
  } catch (error) {
    // Without locks, another process may get in the way.
    if (!(error instanceof ProblemError)) throw error;
    process.stdout.write(`${error.message}\n`);
  }
  process.stdout.write(`${turn}\n`);
}
