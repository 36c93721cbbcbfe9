import { dev } from 'astro';
import { astroConfig } from '../src/astro/integration.ts';
import { printLine, serverSettingsOrExit } from './command-line.ts';

const settings = await serverSettingsOrExit(
  'dev',
  '{almanac dev --} [settings]',
  'Serves the API and the catalogue live: changed, added and removed data files and sidecars show at once.',
);
await dev({
  ...astroConfig(settings, { progress: printLine }),
  server: { host: settings.host, port: settings.port },
  configFile: false,
});
