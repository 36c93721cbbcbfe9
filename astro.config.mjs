import { defineConfig } from 'astro/config';
import { readSettings } from './src/config.ts';
import { astroConfig } from './src/integration.ts';

export default defineConfig(astroConfig(readSettings('build', {}, {}).settings));
