import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { Zlib } from '../../model.ts';

const LEVEL = 4;

/** Node's zlib. */
export const ZLIB: Zlib = {
  deflate: (bytes, isLast) =>
    deflateRawSync(bytes, { level: LEVEL, finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH }),
  crc32,
};
