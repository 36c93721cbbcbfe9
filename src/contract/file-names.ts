/* Names of files that every system can have: an output may be built on one, and copied to another. */

/** Names of devices on Windows: no file there can have one of them, whatever its extension. */
const DEVICE_NAMES = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/;

/** Whether a name is that of a Windows device. It has no extension, and is in lower case. */
export function isDeviceName(name: string): boolean {
  return DEVICE_NAMES.test(name);
}

/** A string that two names share exactly if a file system that folds case, or composes accents, treats them as one name. */
export function foldName(name: string): string {
  // Upper case first: it joins letters that have several lower-case forms, such as ß and ss, or σ and ς.
  return name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

/** Why a file or folder cannot have a name on every system; null if it can. */
export function whyNotPortable(name: string): string | null {
  if (isDeviceName(name.replace(/\..*$/s, '').trimEnd().toLowerCase())) return 'it is the name of a device on Windows';
  if (/[. ]$/.test(name)) return 'Windows drops a dot or a blank at the end of a name';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that Windows forbids.
  const forbidden = /[\u0000-\u001f<>:"|?*\\]/.exec(name);
  return forbidden ? `Windows forbids ${JSON.stringify(forbidden[0])} in names` : null;
}
