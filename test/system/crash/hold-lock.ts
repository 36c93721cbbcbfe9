/** Locks an output, prints whether it succeeded, and waits to be killed. */
import { lockOutput } from '../../../src/pipeline/output/lock-output.ts';

const { isExclusive } = await lockOutput(process.argv[2] as string, () => process.stdout.write('waits\n'));
process.stdout.write(`holds ${isExclusive}\n`);
setInterval(() => {}, 1000);
