/* Detects the formats that a text matches and returns them as bits, which profile/distribution/formats.ts interprets. */

import * as constants from '../constants';
import { isDigit } from './cells';

export const ALL_FORMATS: u32 = 4095;

/** Formats whose texts are in chronological order when sorted alphabetically, if all use the same notation and time zone. */
export const ORDERED_FORMATS: u32 =
  constants.MONTH | constants.QUARTER | constants.DATE | constants.DATE_TIME | constants.TIME;

/** Maximum length in bytes of a text in an ordered format, and of a code. */
export const MAX_ORDERED: i32 = 35;
export const MAX_CODE: i32 = 16;

export function textFormats(at: usize, length: i32): u32 {
  let formats: u32 = 0;
  if (length <= MAX_CODE && isCode(at, length)) formats |= constants.CODE;
  if (length <= MAX_ORDERED) formats |= timesOf(at, length);
  if (isUrl(at, length)) formats |= constants.URL;
  if (isEmail(at, length)) formats |= constants.EMAIL;
  return formats;
}

function timesOf(at: usize, length: i32): u32 {
  if (length === 5 || length === 8) {
    if (timeEnd(at, at + length) === at + length) return constants.TIME;
  }
  if (length < 6 || !areDigits(at, 4) || load<u8>(at) === 0x30) return 0;
  if (length === 6) return load<u8>(at, 4) === 0x51 && isQuarter(at + 5) ? constants.QUARTER : 0;
  if (load<u8>(at, 4) !== 0x2d) return 0;
  if (length === 7) {
    if (load<u8>(at, 5) === 0x51) return isQuarter(at + 6) ? constants.QUARTER : 0;
    return numberAt(at + 5, 1, 12) > 0 ? constants.MONTH : 0;
  }
  if (length < 10 || !isDate(at)) return 0;
  return length === 10 ? constants.DATE : dateTimeOf(at + 10, at + length);
}

function dateTimeOf(at: usize, end: usize): u32 {
  const separator = load<u8>(at);
  if (separator !== 0x54 && separator !== 0x20) return 0;
  const zone = timeEnd(at + 1, end);
  if (zone === 0) return 0;
  const bits = constants.DATE_TIME | (separator === 0x54 ? constants.WITH_T : constants.WITH_BLANK);
  if (zone === end) return bits | constants.WITHOUT_ZONE;
  const sign = load<u8>(zone);
  if (sign === 0x5a) return zone + 1 === end ? bits | constants.IN_UTC : 0;
  if (sign !== 0x2b && sign !== 0x2d) return 0;
  if (numberAt(zone + 1, 0, 23) < 0) return 0;
  if (zone + 3 === end) return bits;
  const minutes = load<u8>(zone, 3) === 0x3a ? zone + 4 : zone + 3;
  return minutes + 2 === end && numberAt(minutes, 0, 59) >= 0 ? bits : 0;
}

/** Address after the time of day at `at`: HH:MM, or HH:MM:SS with an optional fraction. Returns 0 if there is no valid time. */
function timeEnd(at: usize, end: usize): usize {
  if (end - at < 5 || numberAt(at, 0, 23) < 0 || load<u8>(at, 2) !== 0x3a || numberAt(at + 3, 0, 59) < 0) return 0;
  at += 5;
  if (at === end || load<u8>(at) !== 0x3a) return at;
  if (end - at < 3 || numberAt(at + 1, 0, 59) < 0) return 0;
  at += 3;
  if (at === end || load<u8>(at) !== 0x2e) return at;
  at += 1;
  const first = at;
  while (at < end && isDigit(load<u8>(at))) at += 1;
  return at === first ? 0 : at;
}

/** Whether ten bytes are a Gregorian date. The caller has already checked that they start with four digits and a hyphen. */
function isDate(at: usize): bool {
  const month = numberAt(at + 5, 1, 12);
  if (month < 0 || load<u8>(at, 7) !== 0x2d) return false;
  const day = numberAt(at + 8, 1, 31);
  if (day < 0) return false;
  if (day <= 28) return true;
  // Odd months up to July and even ones after it are long.
  if (month !== 2) return day <= 30 || ((month ^ (month >> 3)) & 1) === 1;
  const year = twoDigits(at) * 100 + twoDigits(at + 2);
  return day === 29 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The two-digit number at `at`; -1 if there are no two digits, or if the number is not between `least` and `most`, inclusive. */
function numberAt(at: usize, least: i32, most: i32): i32 {
  if (!areDigits(at, 2)) return -1;
  const number = twoDigits(at);
  return number >= least && number <= most ? number : -1;
}

function twoDigits(at: usize): i32 {
  return (<i32>load<u8>(at) - 0x30) * 10 + (<i32>load<u8>(at, 1) - 0x30);
}

function isQuarter(at: usize): bool {
  return load<u8>(at) >= 0x31 && load<u8>(at) <= 0x34;
}

function areDigits(at: usize, count: i32): bool {
  for (let index: i32 = 0; index < count; index += 1) if (!isDigit(load<u8>(at + index))) return false;
  return true;
}

/** Whether a text consists of ASCII capitals, digits, hyphens, dots and underscores, with at least one capital or digit. */
function isCode(at: usize, length: i32): bool {
  let hasMore = false;
  for (let index: i32 = 0; index < length; index += 1) {
    const byte = load<u8>(at + index);
    if (isDigit(byte) || (byte >= 0x41 && byte <= 0x5a)) hasMore = true;
    else if (byte !== 0x2d && byte !== 0x2e && byte !== 0x5f) return false;
  }
  return hasMore;
}

/** Whether a text is http:// or https:// followed by at least one character, none of them a space or a control character below U+0020. */
function isUrl(at: usize, length: i32): bool {
  if (length < 8 || load<u32>(at) !== 0x70747468) return false;
  const scheme: i32 = load<u8>(at, 4) === 0x73 ? 5 : 4;
  if (load<u16>(at + scheme) !== 0x2f3a || load<u8>(at + scheme, 2) !== 0x2f || length <= scheme + 3) return false;
  return !hasBlank(at, length);
}

/** Whether a text looks like an e-mail address: name@domain.ending with only one @, and no spaces or control characters below U+0020. */
function isEmail(at: usize, length: i32): bool {
  let sign: i32 = -1;
  let point: i32 = -1;
  for (let index: i32 = 0; index < length; index += 1) {
    const byte = load<u8>(at + index);
    if (byte === 0x40) {
      if (sign >= 0) return false;
      sign = index;
    } else if (byte === 0x2e) point = index;
  }
  return sign > 0 && point > sign + 1 && point < length - 1 && !hasBlank(at, length);
}

function hasBlank(at: usize, length: i32): bool {
  for (let index: i32 = 0; index < length; index += 1) if (load<u8>(at + index) <= 0x20) return true;
  return false;
}
