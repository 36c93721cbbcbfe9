import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeOut } from '../command-line.ts';
import { formatLicences, productionPackages, refusedPackages } from './list-licences.ts';

const project = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const packages = productionPackages(JSON.parse(readFileSync(project('package-lock.json'), 'utf8')));
const refused = refusedPackages(packages);
writeFileSync(project('docs/licences.md'), formatLicences(packages));
await writeOut(`docs/licences.md lists ${packages.length} packages.\n`);
for (const line of refused) process.stderr.write(`${line}\n`);
if (refused.length > 0) process.exitCode = 1;
