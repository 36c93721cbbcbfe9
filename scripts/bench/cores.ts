import { existsSync, readFileSync } from 'node:fs';
import type { Command } from './measure.ts';
import { findProgram } from './peers.ts';

/** Processor cores that programs can be pinned to; empty if the system cannot do that. */
const CORES = findProgram('taskset') !== null && existsSync('/proc/self/status') ? allowedCores() : [];

/** Whether the server and the load generator have a processor core each. */
export const ISOLATES_CORES = CORES.length > 1;

/** Pins a command to the processor core of its role, if the machine has more than one core. */
export function onCoreOf(role: 'server' | 'load', { program, args, ...rest }: Command): Command {
  if (!ISOLATES_CORES) return { program, args, ...rest };
  const core = CORES[role === 'server' ? 0 : 1];
  return { program: 'taskset', args: ['--cpu-list', String(core), program, ...args], ...rest };
}

/** Reads Cpus_allowed_list, see proc(5), such as `0-3,8`. */
function allowedCores(): number[] {
  const list = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  return list.split(',').flatMap((range) => {
    const [first = 0, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, at) => first + at);
  });
}
