import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeOut } from '../command-line.ts';
import { isListed, readEquivalents } from './equivalents.ts';
import { mutantsOf, sourcesOf } from './find-mutants.ts';
import { describeMutant, type Mutant } from './mutant.ts';
import { formatReport, type Skipped } from './report.ts';
import { HELP, mutationRequest } from './request.ts';
import { shuffled } from './shuffle.ts';
import { TestFinder } from './stages.ts';
import { coverMutants, measureTests, type Outcome, tryMutant } from './try-mutants.ts';
import { typeChecker } from './type-check.ts';
import { WorkCopy } from './work-copy.ts';

const request = mutationRequest(process.argv.slice(2));
if (request === 'help') {
  await writeOut(HELP);
  process.exit(0);
}
if ('mistake' in request) {
  process.stderr.write(`${request.mistake}\n\n${HELP}`);
  process.exit(1);
}

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const progress = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** The first mutants of a random order that fit the types and may change something. */
function drawMutants(seed: number, sample: number, only: string | null): { mutants: Mutant[]; skipped: Skipped } {
  const all = mutantsOf(PROJECT, sourcesOf(PROJECT, only));
  const equivalents = readEquivalents();
  const fits = typeChecker(PROJECT);
  const skipped: Skipped = { invalid: 0, equivalent: 0 };
  const mutants: Mutant[] = [];
  for (const mutant of shuffled(all, seed)) {
    if (mutants.length === sample) break;
    if (isListed(equivalents, mutant, readFileSync(join(PROJECT, mutant.file), 'utf8'))) skipped.equivalent += 1;
    else if (!fits(mutant)) skipped.invalid += 1;
    else mutants.push(mutant);
  }
  progress(`${mutants.length} mutants of ${all.length}`);
  return { mutants, skipped };
}

const { seed, sample, only, jobs, withoutSystem, list } = request;
const { mutants, skipped } = drawMutants(seed, sample, only);
if (list) {
  await writeOut(`${mutants.map(describeMutant).join('\n')}\n`);
  process.exit(0);
}

const folder = mkdtempSync(join(tmpdir(), 'almanac-mutation-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const finder = new TestFinder(PROJECT);
const outcomes: Outcome[] = [];
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    // The first mutants of a sample are a sample too.
    process.stdout.write(formatReport(outcomes, skipped, seed));
    process.exit(1);
  });
}
try {
  const first = new WorkCopy(PROJECT, join(folder, '1'));
  progress('running the tests without a mutant');
  const durations = await measureTests(first, finder);
  const covering = withoutSystem ? new Map() : await coverMutants(first, PROJECT, mutants, jobs);
  const waiting = [...mutants];
  const work = async (copy: WorkCopy): Promise<void> => {
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const stages = finder
        .stagesOf(mutant, durations, covering.get(mutant))
        .filter(({ name }) => !(withoutSystem && name === 'system'));
      const outcome = await tryMutant(copy, mutant, stages, durations);
      outcomes.push(outcome);
      const verdict = outcome.noticed ? `noticed (${outcome.noticed.stage})` : 'SURVIVED';
      progress(`${outcomes.length}/${mutants.length} ${verdict} ${describeMutant(mutant)}`);
    }
  };
  const others = Array.from({ length: jobs - 1 }, (_, index) => new WorkCopy(PROJECT, join(folder, String(index + 2))));
  await Promise.all([first, ...others].map(work));
} catch (error) {
  progress((error as Error).message);
  process.exitCode = 1;
}
await writeOut(formatReport(outcomes, skipped, seed));
