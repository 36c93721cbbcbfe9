/**
 * Builds the API from the one and the other of two raw-data folders, in turn, into one output, as a build of the whole site
 * does from the first reading to the replacement; until it is killed.
 */

import { join } from 'node:path';
import { buildApi } from '../../../src/build/build-api.ts';
import { folderOutput } from '../../../src/build/output/folder-output.ts';
import { markOutput } from '../../../src/build/output/output-folder.ts';
import { mendFolder, swapFolder } from '../../../src/build/output/swap-folder.ts';
import { temporaryFolder } from '../../../src/build/output/temporary-folder.ts';
import { ProblemError } from '../../../src/problems/problem.ts';

const [work, out, ...rawData] = process.argv.slice(2) as [string, string, string, string];
for (let turn = 0; ; turn += 1) {
  const finished = temporaryFolder(work);
  const source = rawData[turn % rawData.length] as string;
  buildApi({ rawData: source, site: { prefix: '/', pageSizes: [100] } }, folderOutput(join(finished, 'client')));
  markOutput(finished);
  try {
    mendFolder(out, false);
    swapFolder(finished, out);
  } catch (error) {
    // Where there are no locks, another process may be in the way.
    if (!(error instanceof ProblemError)) throw error;
    process.stdout.write(`${error.message}\n`);
  }
  process.stdout.write(`${turn}\n`);
}
