import type { IncomingMessage, RequestListener } from 'node:http';
import { type Api, TooBusy, tooBusy } from '../../serve/handle-request.ts';
import { type ApiRequest, respondWithProblem } from '../../serve/respond.ts';
import type { Traffic } from './traffic.ts';

export interface ListenerOptions {
  traffic: Traffic;
  /** Called with each unexpected error. */
  onError: (error: unknown) => void;
  /** Prefix of all URLs. */
  prefix: string;
  /** Responds to all other requests; absent if the API responds to every one. */
  others?: RequestListener;
}

/** Makes an API's request listener. */
export function apiListener(api: Api, { traffic, onError, prefix, others }: ListenerOptions): RequestListener {
  return async (incoming, outgoing) => {
    const { method = 'GET', headers } = incoming;
    let isWorking = false;
    const endWork = (): void => {
      if (isWorking) traffic.end();
      isWorking = false;
    };
    const request: ApiRequest = {
      method,
      url: requestUrl(incoming),
      // Node has field names in lower case, and joins repeated fields.
      headers: { get: (name) => (headers[name] as string | undefined) ?? null },
      reserve(files) {
        // It may wait for slow readers, and the others must not wait with it.
        endWork();
        return traffic.reserve(files, outgoing);
      },
    };
    try {
      let response = traffic.isBusy ? api.fromMemory?.(request) : undefined;
      if (response === undefined) {
        const waiting = traffic.begin(outgoing);
        if (waiting) await waiting;
        isWorking = true;
        response = await api(request);
      }
      if (!response) return others?.(incoming, outgoing);
      const holding = traffic.hold(outgoing, response);
      // What waits to be sent is in memory. Nothing else is begun in its place until it is sent.
      if (holding) await holding;
      endWork();
      const sending = traffic.send(outgoing, response);
      if (sending) await sending;
    } catch (error) {
      const isBusy = error instanceof TooBusy;
      if (!isBusy) onError(error);
      // A response that was begun cannot become another one.
      if (isBusy && !outgoing.headersSent) traffic.send(outgoing, respondWithProblem(tooBusy(), request, prefix));
      else outgoing.destroy();
    } finally {
      endWork();
    }
  };
}

/** A request's URL, with a made-up host: responses do not depend on it. */
function requestUrl({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/')) return `http://localhost${url}`;
  return URL.canParse(url) ? url : 'http://localhost/';
}
