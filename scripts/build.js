// Plain JavaScript, and not TypeScript like all else: to take types off the first file would take Node longer than a build that has
// nothing to do. What is behind it is compiled, and freed of its types, once, and kept for the next time where that can be written.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/almanac', import.meta.url)));
await import('./build.ts');
