/** The entry of a built server, which Astro's build bundles as `server/entry.mjs`: starts the Node server. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../hosts/node/server.ts';

await startServer(join(fileURLToPath(import.meta.url), '../../client'));
