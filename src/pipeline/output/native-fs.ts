/** File operations that Node does not offer; null if the addon cannot be loaded. */
export const nativeFiles = await import('fs-native-extensions').catch(() => null);
