/**
 * What the system's kernel can do with files and Node does not offer; null where the addon cannot be loaded, such as on a
 * platform that it is not built for.
 */
export const nativeFiles = await import('fs-native-extensions').catch(() => null);
