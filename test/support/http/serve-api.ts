import type { Server } from 'node:http';
import { addressOf, listen } from '../../../src/hosts/node/listen.ts';
import { apiListener } from '../../../src/hosts/node/listener.ts';
import { createTraffic, DEFAULT_LIMITS, type Limits } from '../../../src/hosts/node/traffic.ts';
import type { Api } from '../../../src/serve/handle-request.ts';

/** Serves an API on a free port of 127.0.0.1. A request that it does not respond to gets 418, so a test sees that it was passed on. */
export async function serveApi(api: Api, given: Partial<Limits> = {}): Promise<{ server: Server; url: string }> {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const listener = apiListener(api, {
    traffic: createTraffic(limits),
    onError: console.error,
    prefix: '/',
    others: (_, outgoing) => outgoing.writeHead(418).end(),
  });
  const server = await listen(listener, '127.0.0.1', 0, { ...limits, prefix: '/' });
  return { server, url: addressOf(server, '127.0.0.1') };
}
