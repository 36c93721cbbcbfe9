/**
 * File operations that Node does not offer; null if the addon cannot be loaded, for example because it is not built for this platform.
 */
export const nativeFiles = await import('fs-native-extensions').catch(() => null);
