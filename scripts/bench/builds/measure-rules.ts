import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configOf, csvFile, generateDataset } from '../data/generate.ts';
import { figuresOf, measureBuild } from '../measure.ts';
import { type BenchRun, formatRatio, measureSection, PEAK, PROCESSOR, SECONDS, type Section } from '../report.ts';
import { buildCommand } from './builders.ts';

/** A rule of each kind, for columns that satisfy it. There are too many different codes for the profile to list them. */
const RULES: Readonly<Record<string, object>> = {
  id: { unique: true },
  year: { required: true },
  metric: {
    enum: [
      ...['arrivals', 'consumer_prices', 'electricity_use', 'exports_of_goods', 'household_income'],
      ...['imports_of_goods', 'mobile_subscriptions', 'rainfall', 'school_enrolment', 'unemployment'],
    ],
  },
  country: { maxLength: 60 },
  value: { minimum: 0, maximum: 10_000 },
  code: { minLength: 6, pattern: '[A-Z]{2}[0-9]{4}' },
};

/** Measures what checking a rule of each of the eight kinds costs. */
export function measureRules(run: BenchRun): Promise<Section> {
  const names = ['without rules', 'with eight rules'];
  const contenders = names.map((name) => {
    const folder = join(run.work, name.replaceAll(' ', '-'));
    const { rawData } = generateDataset({ ...run, work: folder });
    const out = join(folder, 'out');
    const csv = join(rawData, csvFile(0));
    const lines = readFileSync(csv, 'utf8').split(/\n(?=\d{4},|$)/);
    writeFileSync(csv, lines.map((line, row) => (line === '' ? '' : `${row === 0 ? 'id' : row},${line}`)).join('\n'));
    if (name !== names[0]) addRules(join(rawData, csvFile(0).replace('.csv', '.meta.json')));
    return { name, run: () => measureBuild(out, buildCommand(rawData, out)) };
  });
  return measureSection(run, contenders, (measured) => ({
    title: `Rules, ${run.size}: ${configOf(0)} with all downloads, without rules and with one of each kind`,
    columns: [
      SECONDS,
      [
        '÷ without rules',
        ({ rounds }) => formatRatio(figuresOf(rounds, 'seconds'), figuresOf(measured[0]?.rounds ?? [], 'seconds')),
      ],
      PROCESSOR,
      PEAK,
    ],
  }));
}

function addRules(sidecar: string): void {
  const described = JSON.parse(readFileSync(sidecar, 'utf8'));
  for (const [name, constraints] of Object.entries(RULES)) {
    described.columns[name] = { ...described.columns[name], constraints };
  }
  writeFileSync(sidecar, JSON.stringify(described));
}
