import { dev } from 'astro';
import { astroConfig } from '../src/integration.ts';
import { printProblems, settingsFromArguments } from './command-line.ts';

const { settings, problems } = settingsFromArguments(
  'dev',
  'npm run dev -- [settings]',
  'Serves the API and the catalogue live: a changed, added or removed CSV file or sidecar shows at once.',
);
printProblems(problems);
if (problems.length > 0) process.exit(1);
await dev({
  ...astroConfig(settings, { progress: (line) => process.stderr.write(`${line}\n`) }),
  server: { host: settings.host, port: settings.port },
  configFile: false,
});
