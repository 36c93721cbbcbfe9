import { serveSite } from '../src/astro/serve-site.ts';
import { printLine, serverSettingsOrExit } from './command-line.ts';

const settings = await serverSettingsOrExit(
  'dev',
  '{almanac dev --} [settings]',
  'Serves the API and the catalogue live: changes to data files and sidecars take effect immediately.',
);
await serveSite(settings, printLine);
