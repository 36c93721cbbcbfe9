import { mkdirSync, writeFileSync } from 'node:fs';
import { bundleClient } from './bundle.ts';
import { declareClient } from './declare.ts';

/** Writes the client as one module, and its types. */
writeFileSync('public/almanac.js', await bundleClient());
mkdirSync('types', { recursive: true });
writeFileSync('types/client.d.ts', declareClient());
