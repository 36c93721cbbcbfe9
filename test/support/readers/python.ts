import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll } from 'vitest';

/** What Python makes of two downloads. */
export interface PythonReading {
  /** The rows of a CSV file, by its csv module. */
  rows: string[][];
  /** The first damaged entry of a ZIP file, by its zipfile module, which checks every checksum; null if all are sound. */
  damaged: string | null;
}

/** Answers each line, a JSON array of the paths of a CSV file and of a ZIP file, with a line of JSON. Errors end it. */
const PROGRAM = `
import csv, json, sys, zipfile
csv.field_size_limit(1 << 30)
for line in sys.stdin:
    table, archive = json.loads(line)
    with open(table, encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))
    with zipfile.ZipFile(archive) as opened:
        print(json.dumps({"rows": rows, "damaged": opened.testzip()}), flush=True)
`;

export const hasPython = spawnSync('python3', ['-c', 'import csv, zipfile']).status === 0;

/** Runs one Python for the tests of a file, if there is one: it takes longer to start than to read a table. One reading at a time. */
export function usePython(): (csv: string, zip: string) => Promise<PythonReading> {
  let child: ChildProcessWithoutNullStreams;
  let lines: AsyncIterator<string>;
  let errors = '';
  beforeAll(() => {
    if (!hasPython) return;
    child = spawn('python3', ['-c', PROGRAM]);
    child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
    lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  });
  afterAll(() => child?.stdin.end());
  return async (csv, zip) => {
    child.stdin.write(`${JSON.stringify([csv, zip])}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`Python has ended: ${errors}`);
    return JSON.parse(value);
  };
}
