import { defineConfig } from 'astro/config';

// For `astro check` alone: the commands have their configuration in `src/astro/site-config.ts`.
export default defineConfig({ srcDir: './src/site' });
