import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Files, rawDataWith, withSidecar, writeFiles } from '../../support/builds/raw-data-folder.ts';
import { contentOf } from '../../support/builds/run-build.ts';
import { serveFolder } from '../../support/client/static-server.ts';
import { type Job, jobsOf, type Ran, type Repository, runJob, temporary } from '../../support/runner/run-job.ts';
import { serveBeside } from '../../support/runner/serve-beside.ts';
import { brokenLinks } from '../browser/broken-links.ts';
import { builtPages } from '../browser/built-pages.ts';

/*
 * The workflow that `init` writes, and that of this repository, which uses the action, are run here as GitHub runs them.
 */

const TEMPLATE = 'src/commands/init/template/github/workflows/publish.yml';
const OWN = '.github/workflows/publish.yml';

const ROWS = Array.from({ length: 150 }, (_, at) => `${2000 + at},${at * 3}`).join('\n');
const DATA: Files = {
  ...withSidecar('economy/rents', `year,rent\n${ROWS}\n`, {
    name: 'Rents',
    columns: { year: { description: 'Year' }, rent: { description: 'Rent' } },
  }),
};

/** A host on which nothing is published yet, but what a test puts in its folder. */
const LIVE = mkdtempSync(join(tmpdir(), 'almanac-live-'));
const { url: ORIGIN, stop } = await serveBeside(LIVE);
afterAll(() => {
  stop();
  rmSync(LIVE, { recursive: true });
});

const PROJECT_SITE = { base_url: `${ORIGIN}/repo`, origin: ORIGIN, base_path: '/repo' } as const;
const USER_SITE = { base_url: ORIGIN, origin: ORIGIN, base_path: '' } as const;

/** A repository whose default branch is `main`, in which something has happened. */
function repository(files: Files, pages: Repository['pages'], event = 'push', ref = 'refs/heads/main'): Repository {
  const folder = temporary();
  cpSync(rawDataWith(DATA), join(folder, 'raw-data'), { recursive: true });
  writeFiles(folder, files);
  const contexts = { github: { event_name: event, ref, event: { repository: { default_branch: 'main' } } } };
  return {
    files: folder,
    workspace: join(temporary(), 'work'),
    pages,
    contexts,
    caches: new Map(),
    artifacts: temporary(),
    published: null,
  };
}

/** What `init` writes beside the data. */
const PACKAGE = JSON.stringify({ private: true, devDependencies: { almanac: '0.1.0' } });
const userRepository = (pages: Repository['pages'], event?: string, ref?: string): Repository =>
  repository({ 'package.json': PACKAGE, 'package-lock.json': '{}' }, pages, event, ref);

/** A checkout of this project with other data. */
function ownRepository(pages: Repository['pages']): Repository {
  const own = repository({}, pages);
  for (const name of ['package.json', 'package-lock.json', 'action.yml']) cpSync(name, join(own.files, name));
  for (const name of ['src', 'scripts', 'public']) symlinkSync(resolve(name), join(own.files, name));
  return own;
}

/** Runs the jobs of a workflow, and returns those that were not left out. */
function runWorkflow(of: Repository, path: string): Record<string, Ran> {
  const ran = Object.entries(jobsOf(path)).map(([name, job]) => [name, runJob(of, job)] as const);
  return Object.fromEntries(ran.flatMap(([name, it]) => (it === null ? [] : [[name, it]])));
}

/** Serves what was published as Pages does, and returns a function that reads a path of it. */
async function served({ published, pages }: Repository): Promise<(path: string) => Promise<string>> {
  const { server, url } = await serveFolder(String(published), `${pages.base_path}/`);
  onTestFinished(() => {
    server.close();
  });
  return async (path) => {
    const response = await fetch(`${url}${pages.base_path}${path}`);
    expect([path, response.status]).toEqual([path, 200]);
    return response.text();
  };
}

describe.each([
  ['a project site', TEMPLATE, userRepository, PROJECT_SITE],
  ['a user site, by the action', OWN, ownRepository, USER_SITE],
] as const)('%s', (_, path, repositoryOf, pages) => {
  test('is published in one job, and every link, canonical address and JSON address leads there', {
    timeout: 60_000,
  }, async () => {
    const of = repositoryOf(pages);
    const { publish, ...others } = runWorkflow(of, path);
    expect([publish?.isOk, publish?.log, Object.keys(others)]).toEqual([true, expect.stringContaining('render'), []]);
    expect(publish?.installed).toEqual([expect.stringMatching(/^ci .*--ignore-scripts/)]);
    expect(publish?.summary).toContain('### Almanac: 1 dataset, 150 rows');
    expect(publish?.summary).toContain(`<${pages.base_url}/>`);
    const client = String(of.published);
    expect(brokenLinks(client, builtPages(client), `${pages.base_path}/`)).toEqual([]);
    const read = await served(of);
    for (const page of ['/', '/datasets/rents/']) {
      expect(await read(page)).toContain(`<link rel="canonical" href="${pages.base_url}${page}">`);
    }
    // Addresses of pages of records lead from one to the next, until there is none.
    const first = JSON.parse(await read('/v1/datasets/rents.json'));
    const next: string = first.links.next;
    expect(next.startsWith(`${pages.base_url}/v1/datasets/rents`)).toBe(true);
    expect(JSON.parse(await read(next.slice(pages.base_url.length))).metadata.resultset).toMatchObject({
      count: 150,
      offset: 100,
    });
  });
});

describe('a catalogue that was published before', () => {
  test.each([
    ['the workflow', TEMPLATE, userRepository],
    ['the action', OWN, ownRepository],
  ] as const)(
    'is not built again by %s if it has not changed, and only in part if it has',
    {
      timeout: 60_000,
    },
    (_, path, repositoryOf) => {
      const of = repositoryOf(PROJECT_SITE);
      const job = withoutPages(jobsOf(path).publish as Job);
      const run = (): Ran => runJob(of, job) as Ran;
      expect(run()).toMatchObject({ isOk: true, log: expect.stringContaining('profile   1 dataset') });
      const before = contentOf(String(of.published));
      expect(of.caches.size).toBe(1);

      // A new machine has a new checkout, with new times of all files, and the output from the cache, with its own.
      expect(run()).toMatchObject({
        isOk: true,
        log: expect.stringMatching(/^unchanged 1 dataset: the output is up to date$/m),
      });
      expect(contentOf(String(of.published))).toEqual(before);
      expect(of.caches.size).toBe(1);

      writeFiles(of.files, withSidecar('raw-data/economy/more', 'n\n1\n', { columns: { n: { description: 'N' } } }));
      const changed = run();
      expect([changed.isOk, changed.log]).toEqual([
        true,
        expect.stringContaining('keep      1 dataset from the last build'),
      ]);
      expect(existsSync(join(String(of.published), 'v1/datasets/more/info.json'))).toBe(true);
      expect(of.caches.size).toBe(2);
    },
  );
});

describe('a catalogue whose last output is not at hand', () => {
  test.each([
    ['the workflow', TEMPLATE, userRepository],
    ['the action', OWN, ownRepository],
  ] as const)('is compared with the live site by %s', (name, path, repositoryOf) => {
    const base = `/${name.replace(' ', '-')}`;
    const of = repositoryOf({ base_url: ORIGIN + base, origin: ORIGIN, base_path: base });
    const job = withoutPages(jobsOf(path).publish as Job);
    expect(runJob(of, job)).toMatchObject({ isOk: true });
    cpSync(String(of.published), join(LIVE, base), { recursive: true });
    writeFiles(of.files, { 'raw-data/economy/rents.csv': 'year,rent\n2000,1\n2001,2\n' });
    const ran = runJob({ ...of, caches: new Map(), artifacts: temporary() }, job);
    expect([ran?.isOk, ran?.log]).toEqual([
      false,
      expect.stringContaining('the last edition has 150 rows, this one 2'),
    ]);
  });
});

/** A job whose build makes the API alone, which takes a fraction of the time and is reused alike. */
function withoutPages({ steps, ...job }: Job): Job {
  return {
    ...job,
    steps: steps.map(({ run, with: given, ...step }) => ({
      ...step,
      ...(run === undefined ? {} : { run: run.replace('almanac build', 'almanac build --api-only') }),
      ...(given === undefined ? {} : { with: step.uses === './' ? { ...given, arguments: '--api-only\n' } : given }),
    })),
  };
}

describe('a pull request', () => {
  const BROKEN = { 'raw-data/economy/rents.csv': 'year,rent\n2000,1\n2001,2,3\n' };

  test.each([
    ['the workflow', TEMPLATE, userRepository],
    ['the action', OWN, ownRepository],
  ] as const)(
    'is only checked by %s, and what is wrong is annotated in the lines of its files',
    (_, path, repositoryOf) => {
      const of = { ...repositoryOf(PROJECT_SITE), contexts: userRepository(PROJECT_SITE, 'pull_request').contexts };
      const sound = runWorkflow(of, path);
      expect([Object.keys(sound), sound.check?.isOk]).toEqual([['check'], true]);
      expect(sound.check?.log).not.toContain('::error');
      writeFiles(of.files, BROKEN);
      const { check } = runWorkflow(of, path);
      expect(check?.isOk).toBe(false);
      expect(check?.log).toMatch(
        /^::error file=raw-data\/economy\/rents\.csv,line=3,(?:col=\d+,)?title=row-too-long::/m,
      );
      expect([of.published, of.caches.size]).toEqual([null, 0]);
    },
  );

  test.each([
    ['push', 'refs/heads/other'],
    ['push', 'refs/tags/main'],
    ['pull_request', 'refs/pull/1/merge'],
  ])('and a branch or tag of another name publish nothing: %s of %s', (event, ref) => {
    const jobs = jobsOf(TEMPLATE);
    expect(jobs.publish && runJob(userRepository(USER_SITE, event, ref), jobs.publish)).toBeNull();
  });
});

test('data with a problem publishes nothing, keeps nothing, and is annotated as well', () => {
  const of = userRepository(USER_SITE);
  writeFiles(of.files, { 'raw-data/economy/rents.csv': 'year,rent\n2000,1\n2001,2,3\n' });
  const { publish } = runWorkflow(of, TEMPLATE);
  expect([publish?.isOk, of.published, of.caches.size]).toEqual([false, null, 0]);
  expect(publish?.log).toMatch(/^::error file=raw-data\/economy\/rents\.csv,line=3,/m);
  expect(publish?.summary).toContain('### Almanac: Nothing was published');
});

test('a site that is larger than Pages take is not published, and the run says what to leave out', () => {
  const of = userRepository(USER_SITE);
  const job = withoutPages(jobsOf(TEMPLATE).publish as Job);
  const large = 'abcdefghijklmnop'.repeat(1000);
  writeFiles(of.files, {
    ...withSidecar(
      'raw-data/economy/rents',
      `text\n${Array.from({ length: 80 }, (_, at) => `${at}${large}`).join('\n')}\n`,
      { columns: { text: { description: 'T' } } },
    ),
  });
  const steps = job.steps.map((step) => ({ ...step, ...(step.run && { run: step.run.replace('1000', '1') }) }));
  const ran = runJob(of, { ...job, steps });
  expect([ran?.isOk, of.published]).toEqual([false, null]);
  expect(ran?.log).toContain('more than the 1.0 MB allowed by --max-size; its only dataset is rents (');
  expect(ran?.summary).toContain('site-too-large');
});

describe('the action runs nothing that is in its inputs', () => {
  test.each([
    ['version', 'latest', 'The input "version" is neither'],
    ['version', '1.0.0; touch run', 'The input "version" is neither'],
    ['site', 'https://x.example";touch run;"', 'is not an http or https URL'],
    ['base', '/$(touch run)', 'is not a valid path'],
    ['base', '/a\nfolder=b', 'have one line each'],
    ['arguments', '--page-sizes=$(touch run)', 'is not a list of page sizes'],
    ['raw-data', '$(touch run)', 'raw-data-missing'],
  ])('%s: %j', (name, value, message) => {
    const of = ownRepository(USER_SITE);
    const given = { arguments: '--api-only', [name]: value };
    const ran = runJob(of, { steps: [{ uses: 'actions/checkout@x' }, { uses: './', with: given }] });
    expect([ran?.isOk, ran?.log]).toEqual([false, expect.stringContaining(message)]);
    expect(existsSync(join(of.workspace, 'run'))).toBe(false);
  });
});

test('the action hands on its settings, and says where the site, its report and its address are', () => {
  const of = ownRepository(PROJECT_SITE);
  const given = {
    site: `${ORIGIN}/`,
    base: '/repo',
    out: 'public html',
    formats: 'none',
    'max-size': 'none',
    arguments: '--api-only\n\n--page-sizes=10,100\n',
  };
  const names = ['folder', 'site', 'base', 'url', 'report'];
  const ran = runJob(of, {
    steps: [{ uses: 'actions/checkout@x' }, { id: 'it', uses: './', with: given }],
    outputs: Object.fromEntries(names.map((name) => [name, `\${{ steps.it.outputs.${name} }}`])),
  });
  expect(ran?.outputs).toMatchObject({
    folder: 'public html/client',
    site: ORIGIN,
    base: '/repo/',
    url: `${ORIGIN}/repo/`,
  });
  expect(JSON.parse(readFileSync(String(ran?.outputs.report), 'utf8'))).toMatchObject({ ok: true, problems: [] });
  const files = readdirSync(join(of.workspace, 'public html/client/v1'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((path) => /\.(?:csv|ndjson|parquet|xlsx)$/.test(path))).toEqual([]);
  expect(files.filter((path) => /rents.*10/.test(path))).not.toEqual([]);
});
