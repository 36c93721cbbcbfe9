import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../src/pipeline/output/project-folder.ts';
import { temporaryFolder } from '../src/pipeline/output/temporary-folder.ts';
import { nameCommands } from '../src/problems/name-command.ts';
import { PARTS } from './bench/parts.ts';
import { installPeers } from './bench/peers.ts';
import { benchRequest, HELP } from './bench/read-request.ts';
import { describeMachine, formatSection, type Section } from './bench/report.ts';
import { MISUSED, writeOut } from './command-line.ts';

const request = benchRequest(process.argv.slice(2));
if (request === 'help') {
  await writeOut(nameCommands(HELP));
  process.exit(0);
}
if ('mistake' in request) {
  process.stderr.write(`${request.mistake}\n\n${nameCommands(HELP)}`);
  process.exit(MISUSED);
}

const { size, rounds, parts, json } = request;
const progress = (line: string): void => {
  process.stderr.write(`${line}\n`);
};
const withoutPeers = parts.some((part) => PARTS[part].needsPeers) ? installPeers(progress) : null;
const folder = temporaryFolder(join(PROJECT, '.almanac'));
const sections: Section[] = [];
try {
  for (const part of parts) {
    progress(`${part}, ${size}`);
    const work = join(folder, part);
    try {
      sections.push(await PARTS[part].run({ size, rounds, work, progress }, withoutPeers));
    } catch (error) {
      // The parts measured so far are still printed.
      progress(`${part} could not be measured: ${(error as Error).message}`);
      process.exitCode = 1;
    }
    rmSync(work, { recursive: true, force: true });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const machine = describeMachine();
const tables = (): string => [`${machine}\n`, ...sections.map(formatSection)].join('\n');
await writeOut(json ? `${JSON.stringify({ machine, size, rounds, sections }, null, 2)}\n` : tables());
