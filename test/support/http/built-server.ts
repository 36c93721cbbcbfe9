import { afterAll, beforeAll, inject } from 'vitest';
import { type RunningServer, serveOutput } from '../builds/serve-output.ts';
import { type Answer, type AskOptions, askServer } from './raw-request.ts';

/** The server of the real catalogue, for the tests of one file. */
export interface BuiltServer {
  ask(path: string, options?: AskOptions): Promise<Answer>;
  /** Body of a response, which must have the status 200. */
  read<T = Record<string, unknown>>(path: string): Promise<T>;
  url(): string;
}

/** Runs the server of the built output while the tests of a file run. */
export function useBuiltServer(): BuiltServer {
  let server: RunningServer;
  beforeAll(async () => {
    server = await serveOutput(inject('builtSite'));
  });
  afterAll(() => server?.stop());
  const ask: BuiltServer['ask'] = (path, options) => askServer(server.url, path, options);
  return {
    ask,
    async read<T>(path: string): Promise<T> {
      const { status, text } = await ask(path);
      if (status !== 200) throw new Error(`the response to ${path} is ${status}: ${text}`);
      return JSON.parse(text) as T;
    },
    url: () => server.url,
  };
}
