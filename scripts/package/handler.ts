/** The module `almanac/handler`: the API of a published folder, for any host with the Web platform's `Request` and `Response`. */

import type { ReadPublished } from '../../src/model.ts';
import { createHandler, type Handler, type HandlerOptions } from '../../src/serve/handle-request.ts';
import type { ApiRequest } from '../../src/serve/respond.ts';

export type { ApiRequest, Handler, HandlerOptions, ReadPublished };
export { createHandler };
