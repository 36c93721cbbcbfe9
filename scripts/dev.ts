import { serveSite } from '../src/astro/serve-site.ts';
import { printLine, serverSettingsOrExit } from './command-line.ts';

const settings = await serverSettingsOrExit(
  'dev',
  '{almanac dev --} [settings]',
  'Serves the API and the catalogue live: changed, added and removed data files and sidecars show at once.',
);
await serveSite(settings, printLine);
