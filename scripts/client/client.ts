import { writeFileSync } from 'node:fs';
import { bundleClient } from './bundle.ts';
import { declareClient } from './declare.ts';

/** Writes the client as one module, and its types. */
writeFileSync('public/almanac.js', await bundleClient());
writeFileSync('public/almanac.d.ts', declareClient());
