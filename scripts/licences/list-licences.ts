import { ALLOWED, EXCEPTIONS } from './allowed.ts';

/** The entry of an installed package in a lock file. */
export interface LockedPackage {
  version: string;
  license?: string;
  dev?: boolean;
  os?: readonly string[];
  cpu?: readonly string[];
  libc?: readonly string[];
}

/** `package-lock.json`, version 3: packages by the path at which they are installed. */
export interface LockFile {
  packages: Readonly<Record<string, LockedPackage>>;
}

/** A package that is needed for building or serving, at least on some platforms. */
export interface ProductionPackage {
  name: string;
  version: string;
  /** An SPDX expression; empty if the package names none. */
  licence: string;
  /** The platform to which its installation is limited, such as `linux x64 musl`; empty if it is installed on all platforms. */
  platform: string;
}

/**
 * The packages that `npm ci --omit=dev` may install, one entry per name and version. They are read from the lock file, not from
 * `node_modules`, so that the list includes packages for other platforms and is the same on every machine.
 */
export function productionPackages({ packages }: LockFile): ProductionPackage[] {
  const found = new Map<string, ProductionPackage>();
  for (const [path, { version, license = '', dev, os = [], cpu = [], libc = [] }] of Object.entries(packages)) {
    if (path === '' || dev) continue;
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const platform = [...os, ...cpu, ...libc].join(' ');
    found.set(`${name}@${version}`, { name, version, licence: license, platform });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, it]) => it);
}

/** Messages about packages whose licence is neither allowed nor an exception, each with advice. */
export function refusedPackages(packages: readonly ProductionPackage[]): string[] {
  const help = 'use another package, or add an exception with its reason to scripts/licences/allowed.ts.';
  return packages
    .filter(({ name, licence }) => !isAllowed(name, licence))
    .map(({ name, version, licence }) => `${name} ${version} has the licence ${licence || '(none named)'}: ${help}`);
}

/** True if a package's licence is allowed, in general or as an exception. `A AND B` needs both to be allowed, `(A OR B)` only one. */
function isAllowed(name: string, licence: string): boolean {
  return licence.split(' AND ').every((part) =>
    part
      .replace(/^\(|\)$/g, '')
      .split(' OR ')
      .some((one) => ALLOWED.includes(one) || EXCEPTIONS.some((it) => it.licence === one && it.packages.test(name))),
  );
}

/** Formats `docs/licences.md`: the exceptions, and a row for each package. */
export function formatLicences(packages: readonly ProductionPackage[]): string {
  const exceptions = EXCEPTIONS.map(({ licence, packages: names, reason }) => {
    const having = packages.filter(({ name, licence: of }) => names.test(name) && of.includes(licence));
    return `| ${licence} | ${[...new Set(having.map(({ name }) => `\`${name}\``))].join(', ')} | ${reason} |`;
  });
  const rows = packages.map(({ name, version, licence, platform }) => {
    const source = `https://www.npmjs.com/package/${name}/v/${version}`;
    return `| [${name}](${source}) | ${version} | ${licence} | ${platform} |`;
  });
  return `# Licences

The packages needed for building and serving, on any platform, from \`package-lock.json\`. \`npm run licences\` writes this file.
\`npm test\` fails if it is out of date, or if a package has a licence that is neither allowed nor an exception
(\`scripts/licences/allowed.ts\`).

A built server contains copies of some of them, and so do the scripts of the pages. Every build includes their full licences in
\`dist/server/licences.md\` and \`dist/client/licences.md\`. The API contains none of them.

## Exceptions

These licences have requirements beyond including the licence and the authors' names in copies.

| Licence | Packages | Why it is acceptable |
| --- | --- | --- |
${exceptions.join('\n')}

## Packages

| Package | Version | Licence | Only on |
| --- | --- | --- | --- |
${rows.join('\n')}
`;
}
