import type { Origin } from '../../model.ts';
import { ProblemError, problem } from '../../problems/problem.ts';

/** Unpacked data of at most this size, in bytes, may be packed to any ratio: small tables of one value are. */
const ANY_RATIO = 10_000_000;
/** Largest ratio of unpacked to packed bytes. Tables rarely exceed 30; an archive made to fill disks reaches 1000. */
const MAX_RATIO = 200;

/**
 * Returns a step of a pipeline that passes bytes on. It fails with a `ProblemError` once there are more than `maxBytes`, or far more than
 * the `packed` bytes they come from.
 */
export function boundedBytes(origin: Origin, maxBytes: number, packed = () => Number.POSITIVE_INFINITY) {
  return async function* (chunks: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLarge(origin, maxBytes);
      if (bytes > ANY_RATIO && bytes > packed() * MAX_RATIO) {
        const message = `${origin.url} unpacks to more than ${MAX_RATIO} times its size, as files made to fill disks do`;
        const help = 'If the file is right, fetch and unpack it by hand.';
        throw new ProblemError(problem('download-too-large', origin.at, message, help));
      }
      yield chunk;
    }
  };
}

/** The error for a file of more than `maxBytes` bytes. */
export function tooLarge({ url, at }: Origin, maxBytes: number): ProblemError {
  const message = `${url} is larger than the ${maxBytes / 1e6} MB allowed by --max-download`;
  return new ProblemError(problem('download-too-large', at, message, 'If the file is right, raise --max-download.'));
}
