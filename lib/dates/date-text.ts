/** A moment with its time of day or without it, or its time of day alone. */
export type DateStyle = 'datetime' | 'date' | 'time';

/** UTC, or the time zone of this machine. */
export type Zone = 'utc' | 'reader';

const partsOf = (date: Date, zone: Zone) =>
  zone === 'utc'
    ? {
        year: date.getUTCFullYear(),
        month: date.getUTCMonth(),
        day: date.getUTCDate(),
        hours: date.getUTCHours(),
        minutes: date.getUTCMinutes(),
      }
    : {
        year: date.getFullYear(),
        month: date.getMonth(),
        day: date.getDate(),
        hours: date.getHours(),
        minutes: date.getMinutes(),
      };

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * "25 Nov 2026, 14:41", the one format of dates. It does not depend on a language: the pages are English, and what the server
 * writes keeps its width in the browser.
 */
export function dateText(date: Date, style: DateStyle, zone: Zone): string {
  const { year, month, day, hours, minutes } = partsOf(date, zone);
  const time = `${twoDigits(hours)}:${twoDigits(minutes)}`;
  if (style === 'time') return time;
  const shown = `${day} ${months[month]} ${year}`;
  return style === 'date' ? shown : `${shown}, ${time}`;
}

/** "25 Nov 2026, 14:41 UTC": for a text that others read too, such as one that is signed. */
export const utcText = (date: Date, style: DateStyle): string =>
  `${dateText(date, style, 'utc')}${style === 'date' ? '' : ' UTC'}`;

/** "25 Nov 2026, 14:41:07 UTC+01:00": a moment to the second, with its time zone. */
export function exactText(date: Date, zone: Zone): string {
  const ahead = zone === 'utc' ? 0 : -date.getTimezoneOffset();
  const hours = Math.trunc(Math.abs(ahead) / 60);
  const offset =
    ahead === 0 ? '' : `${ahead < 0 ? '−' : '+'}${twoDigits(hours)}:${twoDigits(Math.abs(ahead) % 60)}`;
  return `${dateText(date, 'datetime', zone)}:${twoDigits(date.getUTCSeconds())} UTC${offset}`;
}

/** The calendar day of a moment: `2026-01-31`. */
export function dayOf(date: Date, zone: Zone): string {
  const { year, month, day } = partsOf(date, zone);
  return `${year}-${twoDigits(month + 1)}-${twoDigits(day)}`;
}
