/* The processes that tests start record which code they run, if the environment asks for that (`npm run mutation`). */
import { relative } from 'node:path';
import { expect } from 'vitest';
import { recordInto } from './record-coverage.ts';

const { testPath } = expect.getState();
if (testPath !== undefined) recordInto(relative(process.cwd(), testPath));
