'use client';
import { useSyncExternalStore } from 'react';
import { type Theme, themeCookie } from '#lib/choices/theme.ts';

/** The theme chosen since the page was loaded. */
let chosen: Theme | undefined;
const listeners = new Set<() => void>();

/** The theme of the page; `initial` is the one that the server rendered. */
export function useTheme(initial: Theme): Theme {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => chosen ?? initial,
    () => initial,
  );
}

/** Changes the theme of this page and of pages requested later. */
export function chooseTheme(theme: Theme): void {
  chosen = theme;
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
  document.cookie = `${themeCookie}=${theme}; path=/; max-age=31536000; samesite=lax`;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const listener of listeners) listener();
}
