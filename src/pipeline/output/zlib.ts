import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { Zlib } from '../../model.ts';

/** At level 6 rows take as many bytes, for half as much time again; at level 4, a tenth more bytes for a tenth less time. */
const LEVEL = 5;

/** Node's zlib. */
export const ZLIB: Zlib = {
  deflate: (bytes, isLast) =>
    deflateRawSync(bytes, { level: LEVEL, finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH }),
  crc32,
};
