export type Theme = 'light' | 'dark' | 'system';

/** A cookie, so that the server renders the right theme and nothing flashes. */
export const themeCookie = 'labroom-theme';

export function parseTheme(value: string | undefined): Theme {
  return value === 'light' || value === 'dark' ? value : 'system';
}
