/* Checks that file names work on every operating system, since an output may be built on one and copied to another. */

/** Device names reserved by Windows, with or without an extension. */
const DEVICE_NAMES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/;

/** Whether a name, in lower case and without an extension, is a device name reserved by Windows. */
export function isDeviceName(name: string): boolean {
  return DEVICE_NAMES.test(name);
}

/** Folds a name: names that differ only in case or in the encoding of accented letters give the same result. */
export function foldName(name: string): string {
  // Converts to upper case first, which unifies lower-case forms such as ß and ss, or σ and ς.
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Why a file or folder name is not portable; null if it is. */
export function whyNotPortable(name: string): string | null {
  if (isDeviceName(name.replace(/\..*$/s, '').trimEnd().toLowerCase())) return 'Windows reserves the name for a device';
  if (/[. ]$/.test(name)) return 'Windows removes a dot or space at the end of a name';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that Windows forbids.
  const forbidden = /[\u0000-\u001f<>:"|?*\\]/.exec(name);
  return forbidden ? `Windows forbids ${JSON.stringify(forbidden[0])} in names` : null;
}
