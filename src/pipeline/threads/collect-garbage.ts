import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: NodeJS.GCFunction | undefined;

/** Collects the garbage of this thread now: among the newest objects ("minor"), or all of it ("major"). Node has no other way to ask for it. */
export function collectGarbage(type: 'minor' | 'major'): void {
  setFlagsFromString('--expose-gc');
  collect ??= runInNewContext('gc') as NodeJS.GCFunction;
  collect({ type });
}
