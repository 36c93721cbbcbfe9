/** The entry of a built server, which Astro's build bundles as `server/entry.mjs`: starts the Node server with the adapter's pages. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../hosts/node/server.ts';

// The adapter's server starts itself when it is imported, unless this forbids it.
process.env.ASTRO_NODE_AUTOSTART = 'disabled';
const { handler } = await import('@astrojs/node/server.js');

await startServer(join(fileURLToPath(import.meta.url), '../../client'), handler);
