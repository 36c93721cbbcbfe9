import type { ApiRequest, ApiResponse } from '../../../src/serve/respond.ts';

/** A request for a path of `http://host`; a GET without fields unless more is given. */
export function requestOf(path: string, rest: Partial<ApiRequest> = {}): ApiRequest {
  return { method: 'GET', url: `http://host${path}`, headers: new Headers(), ...rest };
}

/** The response of an API, or of a handler of the Web platform, which must have one. */
export async function ask<Response extends ApiResponse | globalThis.Response>(
  handler: (request: ApiRequest) => Promise<Response | null>,
  path: string,
  rest?: Partial<ApiRequest>,
): Promise<Response> {
  const response = await handler(requestOf(path, rest));
  if (!response) throw new Error(`there is no response to ${path}`);
  return response;
}
