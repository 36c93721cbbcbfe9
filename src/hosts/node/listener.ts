import type { IncomingMessage, RequestListener } from 'node:http';
import { type Api, TooBusy } from '../../serve/handle-request.ts';
import { TOO_BUSY } from '../../serve/problem-details.ts';
import { type ApiRequest, respondWithProblem } from '../../serve/respond.ts';
import type { Traffic } from './traffic.ts';

/** Makes the request listener of an API. `others` responds to requests that the API does not handle, if there are any. */
export function apiListener(
  api: Api,
  options: { traffic: Traffic; onError: (error: unknown) => void; prefix: string; others?: RequestListener },
): RequestListener {
  const { traffic, onError, prefix, others } = options;
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
      // Node converts field names to lower case and joins most repeated fields.
      headers: { get: (name) => (headers[name] as string | undefined) ?? null },
      reserve(files) {
        // This request may have to wait for clients that read slowly; other requests can be processed meanwhile.
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
      // A response that waits for space in the send buffer occupies memory, so its request still counts as being processed.
      if (holding) await holding;
      endWork();
      const sending = traffic.send(outgoing, response);
      if (sending) await sending;
    } catch (error) {
      const isBusy = error instanceof TooBusy;
      if (!isBusy) onError(error);
      // Once its header is sent, a response cannot be replaced by another one.
      if (isBusy && !outgoing.headersSent) traffic.send(outgoing, respondWithProblem(TOO_BUSY, request, prefix));
      else outgoing.destroy();
    } finally {
      endWork();
    }
  };
}

/** The URL of a request. No response depends on the host, so a placeholder can replace a missing one. An invalid URL is read as `/`. */
function requestUrl({ url = '/' }: IncomingMessage): string {
  if (url.startsWith('/')) return `http://localhost${url}`;
  return URL.canParse(url) ? url : 'http://localhost/';
}
