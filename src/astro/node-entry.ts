/** Entry point of the Node server, which Astro's build bundles as `server/server.mjs`. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../hosts/node/server.ts';

await startServer(join(fileURLToPath(import.meta.url), '../../client'));
