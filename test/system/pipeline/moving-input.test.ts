import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { undescribedSource } from '../../../src/discover/describe-source.ts';
import { parseCsv } from '../../../src/parse/parse-csv.ts';
import { buildApi } from '../../../src/pipeline/build-api.ts';
import { beginProfile } from '../../../src/pipeline/first-pass.ts';
import { csvFile } from '../../../src/pipeline/input/csv-file.ts';
import { readingHere } from '../../../src/pipeline/tasks.ts';
import { memoryOutput } from '../../support/builds/memory-output.ts';
import { placesOf } from '../../support/builds/problem-places.ts';
import { folderWith, rawDataWith, withSidecar } from '../../support/builds/raw-data-folder.ts';
import { PLAIN_FORMAT } from '../../support/tables/plain-format.ts';

const SITE = { prefix: '/', pageSizes: [100] };
const ROWS = 40_000;

/** A table larger than one block, of the same size for each letter. */
function tableOf(letter: string, length = ROWS): string {
  const rows = Array.from({ length }, (_, row) => `${10_000_000 + row},${letter.repeat(30)}\n`);
  return `row,text\n${rows.join('')}`;
}

const DATA = {
  ...withSidecar('economy/a', tableOf('a'), { columns: { row: { description: 'R' }, text: { description: 'T' } } }),
  ...withSidecar('economy/b', 'x\n1\n', { columns: { x: { description: 'X' } } }),
};

/** Ways in which a file changes. */
const MOVES: Record<string, (path: string) => void> = {
  'grows': (path) => fs.appendFileSync(path, '20000000,z\n'),
  'shrinks': (path) => fs.truncateSync(path, 100_000),
  'is emptied': (path) => fs.truncateSync(path, 0),
  'is overwritten in place, and its times are set back': (path) => {
    const { atime, mtime } = fs.statSync(path);
    fs.writeFileSync(path, tableOf('b'), { flag: 'r+' });
    fs.utimesSync(path, atime, mtime);
  },
  'is replaced by another of its size and time': (path) => {
    const { atime, mtime } = fs.statSync(path);
    fs.writeFileSync(`${path}.new`, tableOf('b'));
    fs.utimesSync(`${path}.new`, atime, mtime);
    fs.renameSync(`${path}.new`, path);
  },
  'vanishes': (path) => fs.rmSync(path),
  'becomes a folder': (path) => {
    fs.rmSync(path);
    fs.mkdirSync(path);
  },
  'becomes a link to nothing': (path) => {
    fs.rmSync(path);
    fs.symlinkSync('nowhere', path);
  },
};
const moves = Object.entries(MOVES);

describe('a file is not published if, in the middle of its second reading, it', () => {
  test.each(moves)('%s', (_, move) => {
    const rawData = rawDataWith(DATA);
    const output = memoryOutput();
    const moving = {
      ...output,
      write(path: string, body: string) {
        if (path.endsWith('a/limit/100/offset/1000.json')) move(join(rawData, 'economy/a.csv'));
        output.write(path, body);
      },
    };
    const report = buildApi({ rawData, site: SITE }, moving);
    expect(report).toMatchObject({ ok: false, published: false });
    expect(placesOf(report.problems)).toEqual(['economy/a.csv file-changed']);
  });
});

describe('a file that, before it is read,', () => {
  const UNREADABLE = ['vanishes', 'becomes a folder', 'becomes a link to nothing'];
  test.each(UNREADABLE)('%s is reported as unreadable', (name) => {
    const rawData = rawDataWith(DATA);
    const progress = (line: string): void => {
      if (line.startsWith('discover')) MOVES[name]?.(join(rawData, 'economy/a.csv'));
    };
    const report = buildApi({ rawData, site: SITE, progress }, memoryOutput());
    expect(report).toMatchObject({ ok: false, published: false });
    expect(placesOf(report.problems)).toEqual(['economy/a.csv file-unreadable']);
  });

  test.each(['discover', 'profile'])('becomes a pipe by the end of "%s" does not make the build wait', (step) => {
    const program = `
      import { execFileSync } from 'node:child_process';
      import { join } from 'node:path';
      import { buildApi } from './src/pipeline/build-api.ts';
      const rawData = process.argv[1];
      const csv = join(rawData, 'economy/a.csv');
      const output = { written: [], write() {} };
      const progress = (line) => line.startsWith('${step}') && execFileSync('sh', ['-c', 'rm "$0"; mkfifo "$0"', csv]);
      const { published, problems } = buildApi({ rawData, site: { prefix: '/', pageSizes: [100] }, progress }, output);
      console.log(published, problems.map(({ file, code }) => file + ' ' + code).join());`;
    const args = ['--input-type=module', '-e', program, rawDataWith(DATA)];
    // A process that waits for a pipe cannot be stopped from within.
    const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 20_000 });
    expect(stdout).toBe(`false economy/a.csv ${step === 'discover' ? 'file-unreadable' : 'file-changed'}\n`);
  });
});

describe('a file is reported as changed if, within its first reading, it is replaced by one', () => {
  const IRREGULAR = 'a,b\n1,x\n2,y\n3,"z"q\n';
  const OTHERS = {
    'of fewer columns': 'a\n1\n2\n',
    'of more columns': 'a,b,c\n1,x,2\n3,y,4\n',
    'with another delimiter': 'a;b\n1;x\n2;y\n',
    'with another name': 'a,c\n1,x\n2,y\n',
    'without a header': '\n\n',
    'of other rows': 'a,b\n7,x\n8,y\n',
  };
  const replaced = Object.entries(OTHERS).flatMap(([name, other]) => [
    [name, 'regular', 'a,b\n1,x\n2,y\n', other] as const,
    [name, 'irregular', IRREGULAR, other] as const,
  ]);

  test.each(replaced)('%s, and was %s', (_, __, first, other) => {
    const path = join(folderWith({ 'a.csv': first }), 'a.csv');
    const end = beginProfile(undescribedSource(path, 'a.csv'), readingHere());
    fs.writeFileSync(path, other);
    const { profiled, problems } = end();
    expect(profiled).toBeNull();
    expect(placesOf(problems)).toEqual(['a.csv file-changed']);
  });
});

describe('in the middle of its first reading, a file', () => {
  /** Rows of several blocks. */
  const LONG = 3 * ROWS;

  /** Number of records read from a long file that changes after its first block. */
  function readWhile(move: (path: string) => void): number {
    const path = join(folderWith({ 'a.csv': tableOf('a', LONG) }), 'a.csv');
    let rows = 0;
    let moved = false;
    for (const { records } of parseCsv(csvFile(path, 'a.csv'), 'a.csv', PLAIN_FORMAT, () => {})?.blocks ?? []) {
      rows += records.length;
      if (!moved) move(path);
      moved = true;
    }
    return rows;
  }

  test('that shrinks ends earlier', () => {
    const rows = readWhile((path) => fs.truncateSync(path, 100_000));
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(LONG);
  });

  test('that grows is read up to its original end, so that reading a growing file ends', () => {
    expect(readWhile((path) => fs.appendFileSync(path, '20000000,z\n'))).toBe(LONG);
  });

  test('that is replaced or removed is read as it was', () => {
    expect(readWhile((path) => fs.rmSync(path))).toBe(LONG);
  });
});

/** Writes two versions of a file in turn, until it is killed. */
const WRITER = `
  import fs from 'node:fs';
  const [path, how, ...versions] = process.argv.slice(1);
  const texts = versions.map((version) => fs.readFileSync(version));
  for (let turn = 0; ; turn += 1) {
    const target = how === 'in place' ? path : path + '.next';
    fs.writeFileSync(target, texts[turn % texts.length]);
    if (how !== 'in place') fs.renameSync(target, path);
    if (turn === 0) console.log('writes');
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 300));
  }`;

describe('while a file is rewritten again and again, a build publishes one of its versions or nothing', () => {
  test.each(['in place', 'beside, and renamed'])('written %s', async (how) => {
    const rawData = rawDataWith({ ...DATA, 'a.txt': tableOf('a'), 'b.txt': tableOf('b') });
    const paths = ['economy/a.csv', 'a.txt', 'b.txt'].map((path) => join(rawData, path));
    const args = ['--input-type=module', '-e', WRITER, paths[0] ?? '', how, ...paths.slice(1)];
    const writer = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => {
      writer.kill('SIGKILL');
    });
    await once(writer.stdout, 'data');
    const reports = Array.from({ length: 15 }, () => buildWhole(rawData));
    expect(writer.exitCode).toBeNull();
    for (const { published, problems, letters, rows } of reports) {
      if (published) expect({ problems, letters, rows }).toEqual({ problems: [], letters: 1, rows: ROWS });
      else expect(problems).not.toEqual([]);
    }
  });

  /** Builds once. `letters` is the number of letters in the published texts, `rows` the number of published records. */
  function buildWhole(rawData: string): { published: boolean; problems: string[]; letters: number; rows: number } {
    const output = memoryOutput();
    const { published, problems } = buildApi({ rawData, site: SITE }, output);
    const pages = [...output.files].filter(([path]) => path.startsWith('v1/datasets/a/limit/'));
    const texts = pages.flatMap(([, body]) => [...body.matchAll(/"text":"(.)\1{29}"/g)].map(([, letter]) => letter));
    return { published, problems: placesOf(problems), letters: new Set(texts).size, rows: texts.length };
  }
});
