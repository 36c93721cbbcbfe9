import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type UpdateReport, type UpdateSettings, updateData } from '../../../../src/commands/update/update-data.ts';
import { formatFinding } from '../../../../src/problems/format-problem.ts';
import { DEFAULT_READING } from '../../../../src/settings/settings.ts';
import {
  type Files,
  folderWith,
  rawDataWith,
  sidecarWith,
  withSidecar,
} from '../../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../../support/builds/run-build.ts';
import { serveOn } from '../../../support/fetching/file-server.ts';
import { makeZip } from '../../../support/fetching/make-zip.ts';

const OLD = 'year,rent\n2020,1\n2021,2\n';
const NEW = 'year,rent\n2020,1\n2021,2\n2022,3\n';
const COLUMNS = { year: { description: 'Year' }, rent: { description: 'Rent' } };

/** A raw-data folder with the dataset `rents`, whose file comes from `from`, and other files. */
function rawDataFrom(from: string, others: Files = {}): string {
  return rawDataWith({ ...withSidecar('economy/rents', OLD, { from, columns: COLUMNS }), ...others });
}

function update(rawData: string, more: Partial<UpdateSettings> = {}, lines: string[] = []): Promise<UpdateReport> {
  const limits = { maxBytes: 30_000_000, stallMs: 400, totalMs: 20_000, allowPrivate: true };
  const settings = { rawData, files: [], dryRun: false, refused: null, ...DEFAULT_READING, ...limits, ...more };
  return updateData(settings, (line) => lines.push(line), '2026-11-28');
}

/** What became of the datasets, and why: `rents refused row-too-long`. */
function outcomes({ datasets, problems }: UpdateReport): string[] {
  return [
    ...problems.map(({ code }) => code),
    ...datasets.map((it) => [it.config, it.result, ...it.problems.map(({ code }) => code)].join(' ')),
  ];
}

const sending =
  (body: string | Uint8Array, headers: Record<string, string> = {}, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end(body);

const fileIn = (rawData: string): string => readFileSync(join(rawData, 'economy/rents.csv'), 'utf8');
const recordsIn = (rawData: string) => JSON.parse(readFileSync(join(rawData, 'updates.json'), 'utf8'));

describe('a sound edition', () => {
  test('replaces the file, dates the sidecar by an edit of one line, and is recorded', async () => {
    const modified = 'Sat, 28 Nov 2026 10:00:00 GMT';
    const url = await serveOn(sending(NEW, { 'etag': '"1"', 'last-modified': modified }));
    const rawData = rawDataFrom(`${url}/rents.csv`);
    const sidecar = readFileSync(join(rawData, 'economy/rents.meta.json'), 'utf8');
    const lines: string[] = [];
    expect(outcomes(await update(rawData, {}, lines))).toEqual(['rents updated']);
    expect(lines).toEqual(['updated   economy/rents.csv: 3 rows, 0.0 MB']);
    const from = `  "from": "${url}/rents.csv",\n`;
    const dated = sidecar.replace(from, `${from}  "retrieved": "2026-11-28",\n`);
    expect(contentOf(rawData)).toEqual(
      new Map([
        ['catalogue.json', readFileSync(join(rawData, 'catalogue.json'), 'latin1')],
        ['economy/rents.csv', NEW],
        ['economy/rents.meta.json', dated],
        ['updates.json', readFileSync(join(rawData, 'updates.json'), 'latin1')],
      ]),
    );
    const digest = createHash('sha256').update(NEW).digest('hex');
    expect(recordsIn(rawData)).toEqual({
      'economy/rents.csv': { from: `${url}/rents.csv`, etag: '"1"', lastModified: modified, digest },
    });
  });

  test.each<[string, (csv: string) => Buffer, Record<string, string>]>([
    ['as gzip for transport', gzipSync, { 'content-encoding': 'gzip' }],
    ['as brotli for transport', brotliCompressSync, { 'content-encoding': 'br' }],
    ['as a gzip file', gzipSync, {}],
    ['as a gzip file, packed again for transport', (csv) => gzipSync(gzipSync(csv)), { 'content-encoding': 'gzip' }],
    [
      'as an archive with one table',
      (csv) =>
        makeZip([
          { name: 'README.md', content: '' },
          { name: 'a/x.csv', content: csv },
        ]),
      {},
    ],
    ['as an archive with one file', (csv) => makeZip([{ name: 'x.dat', content: csv }]), {}],
    [
      'as an archive from macOS',
      (csv) =>
        makeZip([
          { name: 'x.csv', content: csv },
          { name: '__MACOSX/._x.csv', content: '' },
        ]),
      {},
    ],
  ])('is read %s', async (_, pack, headers) => {
    const rawData = rawDataFrom(await serveOn(sending(pack(NEW), headers)));
    expect(outcomes(await update(rawData))).toEqual(['rents updated']);
    expect(fileIn(rawData)).toBe(NEW);
  });

  test('is the table of an archive that the address names', async () => {
    const body = makeZip([
      { name: 'a.csv', content: OLD },
      { name: 'übrige Mieten.csv', content: NEW },
    ]);
    const url = await serveOn(sending(body));
    const rawData = rawDataFrom(`${url}/all.zip#${encodeURI('übrige Mieten.csv')}`);
    expect(outcomes(await update(rawData))).toEqual(['rents updated']);
    expect(fileIn(rawData)).toBe(NEW);
    const [wrong] = (await update(rawDataFrom(`${url}/all.zip#b.csv`))).datasets[0]?.problems ?? [];
    expect(wrong?.message).toMatch(
      /is an archive without the file "b\.csv" \(did you mean "a\.csv"\?\): a\.csv, übrige/,
    );
    const [several] = (await update(rawDataFrom(`${url}/all.zip`))).datasets[0]?.problems ?? [];
    expect(several).toMatchObject({
      code: 'archive-invalid',
      message: `${url}/all.zip is an archive with 2 tables: a.csv, übrige Mieten.csv`,
      help: `Write the name of one after the address, such as ${url}/all.zip#a.csv`,
      ...{ file: 'economy/rents.meta.json', line: 7 },
    });
  });

  test('is found after up to five redirects', async () => {
    const url = await serveOn(({ url: path = '' }, response) => {
      const left = Number(path.slice(1));
      if (left === 0) response.end(NEW);
      else response.writeHead(302, { location: `/${left - 1}` }).end();
    });
    expect(outcomes(await update(rawDataFrom(`${url}/5`)))).toEqual(['rents updated']);
    expect(outcomes(await update(rawDataFrom(`${url}/6`)))).toEqual(['rents failed fetch-failed']);
  });
});

describe('an edition that was fetched before', () => {
  /** Answers 304 as servers do, and keeps the conditions of each request. */
  function conditional(body: string, asked: (string | undefined)[][]): RequestListener {
    return ({ headers }: IncomingMessage, response: ServerResponse) => {
      asked.push([headers['if-none-match'], headers['if-modified-since']]);
      response.setHeader('etag', '"1"');
      if (headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.end(body);
    };
  }

  test('is asked for with its ETag, and if the server has no other, nothing is written', async () => {
    const asked: (string | undefined)[][] = [];
    const rawData = rawDataFrom(await serveOn(conditional(NEW, asked)));
    await update(rawData);
    const before = contentOf(rawData);
    expect(outcomes(await update(rawData))).toEqual(['rents unchanged']);
    expect(asked).toEqual([
      [undefined, undefined],
      ['"1"', undefined],
    ]);
    expect(contentOf(rawData)).toEqual(before);
  });

  test('is fetched whole again if somebody has edited the file, or if it comes from another address', async () => {
    const asked: (string | undefined)[][] = [];
    const url = await serveOn(conditional(NEW, asked));
    const rawData = rawDataFrom(url);
    await update(rawData);
    writeFileSync(join(rawData, 'economy/rents.csv'), OLD);
    expect(outcomes(await update(rawData))).toEqual(['rents updated']);
    writeFileSync(join(rawData, 'economy/rents.meta.json'), sidecarWith({ from: `${url}/other`, columns: COLUMNS }));
    expect(outcomes(await update(rawData))).toEqual(['rents unchanged']);
    expect(asked).toEqual(Array(3).fill([undefined, undefined]));
  });

  test('is unchanged if its content is, whatever the server says, and is only recorded, once', async () => {
    let answers = 0;
    const url = await serveOn((_, response) => {
      answers += 1;
      response.writeHead(200, { etag: `"${answers}"` }).end(OLD);
    });
    const rawData = rawDataFrom(url);
    const before = contentOf(rawData);
    expect(outcomes(await update(rawData))).toEqual(['rents unchanged']);
    const recorded = contentOf(rawData);
    expect([...recorded].filter(([path, text]) => before.get(path) !== text).map(([path]) => path)).toEqual([
      'updates.json',
    ]);
    expect(outcomes(await update(rawData))).toEqual(['rents unchanged']);
    expect(contentOf(rawData)).toEqual(recorded);
  });

  test('is asked for without conditions if the record is damaged', async () => {
    const asked: (string | undefined)[][] = [];
    const rawData = rawDataFrom(await serveOn(conditional(OLD, asked)), {
      'updates.json': '{ "economy/rents.csv": { "from": 1, "etag": ["x"] } }',
    });
    expect(outcomes(await update(rawData))).toEqual(['rents unchanged']);
    expect(asked).toEqual([[undefined, undefined]]);
  });
});

const ZEROS = Buffer.alloc(1 << 20, '0');
const INSIDE = { name: 'x.csv', content: NEW };

/** Sends zeros until the client has had enough. */
function endless(headers: Record<string, string>): RequestListener {
  return (_, response) => {
    response.writeHead(200, headers);
    const send = (): void => {
      while (!response.destroyed && response.write(ZEROS));
    };
    response.on('drain', send);
    send();
  };
}

/** A gzip file that unpacks to ten thousand times its size. */
const bomb = (): Buffer => gzipSync(Buffer.alloc(29_000_000, '0'));

const REFUSED: Readonly<Record<string, readonly [answer: RequestListener, outcome: string]>> = {
  'nothing': [sending(''), 'refused file-empty'],
  'no file': [sending('not found', {}, 404), 'failed fetch-failed'],
  'a failure': [sending('oops', {}, 500), 'failed fetch-failed'],
  'no content': [sending('', {}, 204), 'failed fetch-failed'],
  'not modified, though nothing was known': [sending('', {}, 304), 'failed fetch-failed'],
  'a redirect to itself': [(_, response) => response.writeHead(301, { location: '/' }).end(), 'failed fetch-failed'],
  'a redirect to a file': [sending('', { location: 'file:///etc/passwd' }, 302), 'failed address-refused'],
  'a redirect to nowhere': [sending('', { location: 'http://[' }, 302), 'failed fetch-failed'],
  'a redirect with a password': [sending('', { location: 'http://a:b@127.0.0.1/' }, 302), 'failed address-refused'],
  'no answer': [() => {}, 'failed fetch-failed'],
  'a body that stalls': [(_, response) => response.writeHead(200).write(NEW), 'failed fetch-failed'],
  'a body that is cut': [
    (_, response) => response.writeHead(200, { 'content-length': 100 }).write(NEW, () => response.destroy()),
    'failed fetch-failed',
  ],
  'a body in chunks that is cut': [
    (_, response) => response.writeHead(200).write(NEW, () => response.destroy()),
    'failed fetch-failed',
  ],
  'a body that is longer than it says': [
    ({ socket }) => socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${OLD.length - 4}\r\n\r\n${NEW}`),
    'failed fetch-failed',
  ],
  'two gigabytes of zeros, as it says': [endless({ 'content-length': '2000000000' }), 'failed download-too-large'],
  'zeros without an end': [endless({}), 'failed download-too-large'],
  'a gzip file made to fill the disk': [sending(bomb()), 'failed download-too-large'],
  'the same for transport': [sending(bomb(), { 'content-encoding': 'gzip' }), 'failed download-too-large'],
  'the same as brotli': [
    sending(brotliCompressSync(Buffer.alloc(29_000_000, '0')), { 'content-encoding': 'br' }),
    'failed download-too-large',
  ],
  'the same in an archive': [
    sending(makeZip([{ name: 'x.csv', content: Buffer.alloc(29_000_000, '0') }])),
    'failed download-too-large',
  ],
  'an archive that is larger than it says': [
    sending(makeZip([{ ...INSIDE, content: Buffer.alloc(100_000, '0'), size: 10 }])),
    'failed archive-invalid',
  ],
  'more than the limit, well packed': [
    sending(gzipSync(Buffer.alloc(31_000_000, 'year,rent\n2020,1324\n'))),
    'failed download-too-large',
  ],
  'a gzip file that is cut': [sending(gzipSync(NEW).subarray(0, 20)), 'failed archive-invalid'],
  'a gzip body that is cut': [
    sending(gzipSync(NEW).subarray(0, 20), { 'content-encoding': 'gzip' }),
    'failed fetch-failed',
  ],
  'an unknown encoding': [sending(NEW, { 'content-encoding': 'zstd' }), 'failed fetch-failed'],
  'an archive that leads upwards': [sending(makeZip([{ ...INSIDE, name: '../../x.csv' }])), 'failed archive-invalid'],
  'an archive with an absolute path': [sending(makeZip([{ ...INSIDE, name: '/x.csv' }])), 'failed archive-invalid'],
  'an archive with a drive': [sending(makeZip([{ ...INSIDE, name: 'C:/x.csv' }])), 'failed archive-invalid'],
  'an archive with a link': [sending(makeZip([{ ...INSIDE, mode: 0o120777 }])), 'failed archive-invalid'],
  'an encrypted archive': [sending(makeZip([{ ...INSIDE, flags: 1 }])), 'failed archive-invalid'],
  'an archive with a wrong checksum': [sending(makeZip([{ ...INSIDE, crc: 1 }])), 'failed archive-invalid'],
  'an archive that is cut': [sending(makeZip([INSIDE]).subarray(0, 60)), 'failed archive-invalid'],
  'an empty archive': [sending(makeZip([])), 'failed archive-invalid'],
  'an archive without a table': [
    sending(
      makeZip([
        { name: 'a.pdf', content: '' },
        { name: 'b.pdf', content: '' },
      ]),
    ),
    'failed archive-invalid',
  ],
  'an archive in an archive': [sending(makeZip([{ name: 'x.csv', content: makeZip([INSIDE]) }])), 'refused not-csv'],
  'a workbook without sheets': [
    sending(
      makeZip([
        { name: '[Content_Types].xml', content: '' },
        { name: 'xl/workbook.xml', content: '' },
      ]),
    ),
    'failed workbook-unreadable',
  ],
  'a page to log in': [sending('\n<!doctype html>\n<html><form></form></html>'), 'refused not-csv'],
  'a part of a page': [sending('<div class="error">Session expired</div>\n'), 'refused not-csv'],
  'a paragraph': [sending('<p>Session expired</p>'), 'refused not-csv'],
  'an error as XML': [sending('<Error><Code>AccessDenied</Code></Error>'), 'refused not-csv'],
  'an error as JSON': [sending('{"error":{"code":429,"message":"Too many requests"}}'), 'refused not-csv'],
  'a problem as JSON': [sending('{"type":"about:blank","status":403}'), 'refused not-csv'],
  'a list as JSON': [sending('[]'), 'refused not-csv'],
  'a pointer of Git LFS': [
    sending('version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n'),
    'refused not-csv',
  ],
  'a broken table': [sending('year,rent\n2020,1\n2021,2,3\n'), 'refused row-too-long'],
};

describe.each(Object.entries(REFUSED))('if a server sends %s', (_, [answer, outcome]) => {
  test('no byte in the raw data changes, and the report says why', async () => {
    const rawData = rawDataFrom(`${await serveOn(answer)}/`);
    const before = contentOf(rawData);
    const report = await update(rawData);
    expect(outcomes(report)).toEqual([`rents ${outcome}`]);
    expect(report.ok).toBe(false);
    expect(contentOf(rawData)).toEqual(before);
  });
});

test('the sentences about what cannot be fetched are those that were read and found right', async () => {
  const sentences = new Set<string>();
  for (const [name, [answer]] of Object.entries(REFUSED)) {
    const url = await serveOn(answer);
    const { datasets } = await update(rawDataFrom(`${url}/`));
    const [{ help = '' } = {}] = datasets[0]?.problems ?? [];
    const found = (datasets[0]?.problems ?? []).map(formatFinding).join('\n');
    const text = `${found}\n${help}`.replaceAll(url, 'http://SERVER').replace(/127\.0\.0\.1:\d+/g, 'SERVER');
    sentences.add(`# ${name}\n${text}\n`);
  }
  await expect([...sentences].join('\n')).toMatchFileSnapshot('refusals.txt');
}, 60_000);

describe('addresses inside a private network', () => {
  test.each([
    'http://127.0.0.1:1/',
    'http://localhost:1/',
    'http://[::1]:1/',
    'http://0x7f.1:1/',
    'http://169.254.169.254/',
  ])('%s is refused without a connection', async (from) => {
    const report = await update(rawDataFrom(from), { allowPrivate: false });
    expect(outcomes(report)).toEqual(['rents failed address-refused']);
  });
});

describe('several datasets', () => {
  const named = (name: string, from: string): Files => withSidecar(`economy/${name}`, OLD, { from, columns: COLUMNS });

  test('are updated though one fails, two at a time from each host', async () => {
    let [open, most] = [0, 0];
    const url = await serveOn(({ url: path }, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.writeHead(path === '/c' ? 404 : 200).end(NEW);
      }, 20);
    });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const rawData = rawDataWith(Object.assign({}, ...names.map((name) => named(name, `${url}/${name}`))));
    const report = await update(rawData);
    expect(outcomes(report)).toEqual(names.map((name) => (name === 'c' ? 'c failed fetch-failed' : `${name} updated`)));
    expect([report.ok, most]).toEqual([false, 2]);
    expect(Object.keys(recordsIn(rawData))).toEqual(names.filter((it) => it !== 'c').map((it) => `economy/${it}.csv`));
  });

  test('can be chosen by name or path, and others are left alone', async () => {
    const url = await serveOn(sending(NEW));
    const files = { ...named('a', url), ...named('b', url), ...named('c', url), ...withSidecar('economy/rest', OLD) };
    const rawData = rawDataWith(files);
    expect(outcomes(await update(rawData, { files: ['a', 'economy/b.csv'] }))).toEqual(['a updated', 'b updated']);
    expect(outcomes(await update(rawData, { files: ['rest'] }))).toEqual(['rest failed key-missing']);
    const unknown = await update(rawData, { files: ['reste', 'c'] });
    expect(outcomes(unknown)).toEqual(['setting-invalid']);
    expect(unknown.problems[0]?.message).toBe('there is no dataset reste (did you mean "rest"?)');
    expect(outcomes(await update(rawData))).toEqual(['a unchanged', 'b unchanged', 'c updated']);
  });

  test('without an address need nothing, and a description that cannot be read is an error', async () => {
    const rawData = rawDataWith(withSidecar('economy/rest', OLD));
    expect(await update(rawData)).toEqual({ ok: true, datasets: [], problems: [] });
    writeFileSync(join(rawData, 'economy/rest.meta.json'), '{');
    expect(outcomes(await update(rawData))).toEqual([' failed json-syntax']);
    expect(outcomes(await update(join(rawData, 'gone')))).toEqual(['raw-data-missing']);
  });
});

test('a file that arrives a little at a time is given up in the end', async () => {
  const url = await serveOn((_, response) => {
    const sending = setInterval(() => response.write('1'), 50);
    response.on('close', () => clearInterval(sending));
  });
  const { datasets } = await update(rawDataFrom(url), { totalMs: 1000 });
  expect(datasets[0]?.problems.map(({ message }) => message)).toEqual([`${url} was not fetched within 1 second`]);
});

test('a dry run fetches and checks, and writes nothing', async () => {
  const rawData = rawDataFrom(await serveOn(sending(NEW)));
  const before = contentOf(rawData);
  const lines: string[] = [];
  expect(outcomes(await update(rawData, { dryRun: true }, lines))).toEqual(['rents updated']);
  expect(lines).toEqual(['new       economy/rents.csv: 3 rows, 0.0 MB']);
  expect(contentOf(rawData)).toEqual(before);
});

test('a refused edition is copied for a person to look at, and its problem is in its own line', async () => {
  const broken = 'year,rent\n2020,1\n2021,2,3\n';
  const rawData = rawDataFrom(await serveOn(sending(broken)));
  const refused = folderWith({});
  const { datasets } = await update(rawData, { refused: join(refused, 'new') });
  expect(datasets[0]?.problems).toMatchObject([{ code: 'row-too-long', file: 'economy/rents.csv', line: 3 }]);
  expect(contentOf(refused)).toEqual(new Map([['new/economy/rents.csv', broken]]));
});
