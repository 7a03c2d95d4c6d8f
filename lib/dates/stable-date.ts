export type TimeStyle = 'relative' | 'date' | 'datetime' | 'time';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * "5 Nov 2026, 09:30 UTC": the same text for every reader, so the server can render it. Written by hand, because
 * creating `Intl` formatters dominates the start of a page.
 */
export function neutralTime(date: Date, style: TimeStyle): string {
  const day = `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
  const time = `${twoDigits(date.getUTCHours())}:${twoDigits(date.getUTCMinutes())} UTC`;
  if (style === 'time') return time;
  return style === 'datetime' ? `${day}, ${time}` : day;
}
