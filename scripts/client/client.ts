import { writeFileSync } from 'node:fs';
import { declareModule } from '../package/declare.ts';
import { bundleClient } from './bundle.ts';

/** Writes the client as one module, and its types. */
writeFileSync('public/almanac.js', await bundleClient());
writeFileSync('public/almanac.d.ts', declareModule('src/client/client.ts'));
