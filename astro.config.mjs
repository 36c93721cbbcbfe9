import { defineConfig } from 'astro/config';
import { astroConfig } from './src/astro/integration.ts';
import { readSettings } from './src/settings/read-settings.ts';

export default defineConfig(astroConfig(readSettings('build', {}, {}).settings));
