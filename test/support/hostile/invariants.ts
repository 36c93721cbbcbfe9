import type { RawResponse } from './raw-http.ts';

/** What no response may reveal: a stack trace, a package of the program, or a place on the machine. */
const REVEALING = /\n\s+at \S|node_modules|\bE(?:NOENT|ACCES|ISDIR)\b|\/tmp\/|\/home\//;

/** Members of every problem document (RFC 9457). */
const PROBLEM_MEMBERS = ['type', 'title', 'status', 'detail', 'instance'];

/** Whether a request's target, a path, lies under /v1 below the base, however it is written. */
export function isUnderApi(target: string, base = '/'): boolean {
  if (!target.startsWith('/')) return false;
  const { pathname } = new URL(`http://x${target}`);
  const plain = pathname.replace(/%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi, decodeURIComponent);
  return new RegExp(`^${base}v1(?:/|$)`).test(plain);
}

/** What is wrong with the response to any request at all; empty if nothing is. */
export function faultsOf(method: string, isApi: boolean, { status, headers, body }: RawResponse): string[] {
  const text = body.toString('utf8');
  const has = (name: string, value: string): boolean => headers.get(name)?.join() === value;
  const faults: [boolean, string][] = [
    [status >= 500, `the status ${status}`],
    [REVEALING.test(text), `a body that reveals something: ${text.slice(0, 200)}`],
    [!has('x-content-type-options', 'nosniff') && status !== 400, 'no X-Content-Type-Options'],
    [[...headers.values()].some((values) => /[\0\r\n]/.test(values.join())), 'a control character in a field'],
  ];
  if (isApi) faults.push(...faultsOfApi(method, { status, headers, body }, text));
  return faults.filter(([isFault]) => isFault).map(([, fault]) => fault);
}

function faultsOfApi(method: string, { status, headers, body }: RawResponse, text: string): [boolean, string][] {
  const length = headers.get('content-length')?.join();
  const type = headers.get('content-type')?.join() ?? '';
  const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
  const isEncoded = headers.has('content-encoding');
  const faults: [boolean, string][] = [
    [headers.get('access-control-allow-origin')?.join() !== '*', 'no Access-Control-Allow-Origin'],
    [headers.get('vary')?.join() !== 'Accept-Encoding', 'no Vary'],
    [hasBody && length !== String(body.length), `Content-Length ${length} for ${body.length} bytes`],
    [status >= 400 && !type.startsWith('application/problem+json'), `the type ${type} for the status ${status}`],
    [status === 200 && !type.startsWith('application/json'), `the type ${type}`],
  ];
  if (hasBody && !isEncoded) faults.push([!isSoundBody(status, text), `the body ${text.slice(0, 200)}`]);
  return faults;
}

/** Whether a body is JSON, and if the status is that of an error, a problem document with this status. */
function isSoundBody(status: number, text: string): boolean {
  try {
    const body = JSON.parse(text) as Record<string, unknown>;
    return status < 400 || (PROBLEM_MEMBERS.every((name) => name in body) && body.status === status);
  } catch {
    return false;
  }
}
