/**
 * File operations of the system that Node does not offer; null if the addon cannot be loaded, as on a platform for which it is not built.
 */
export const nativeFiles = await import('fs-native-extensions').catch(() => null);
