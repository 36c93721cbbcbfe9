import { readSettings } from '../../settings/read-settings.ts';
import type { Settings } from '../../settings/settings.ts';

/** Limits on the concurrent work and the memory of a server. */
export type Limits = Pick<
  Settings,
  'maxConnections' | 'maxWaiting' | 'maxStreamed' | 'sendBuffer' | 'sendTimeout' | 'minSendRate'
>;

/** The limits that apply where no flag or environment variable sets one. */
export const DEFAULT_LIMITS: Limits = readSettings('start', {}, {}).settings;
