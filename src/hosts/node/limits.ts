import { readSettings } from '../../settings/read-settings.ts';
import type { Settings } from '../../settings/settings.ts';

/** What one server works on and holds at most. */
export type Limits = Pick<
  Settings,
  'maxConnections' | 'maxWaiting' | 'maxStreamed' | 'sendBuffer' | 'sendTimeout' | 'minSendRate'
>;

/** The limits of a server whose environment sets none. */
export const DEFAULT_LIMITS: Limits = readSettings('start', {}, {}).settings;
