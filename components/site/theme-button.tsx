'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { type Theme, themeCookie } from '../../lib/theme.ts';
import { buttonClass } from '../ui/button.tsx';

const order: Theme[] = ['system', 'light', 'dark'];
const icons = { system: Monitor, light: Sun, dark: Moon };
const names = { system: 'as the system', light: 'light', dark: 'dark' };

/** One button that goes through the themes. */
export function ThemeButton({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  const Icon = icons[theme];

  function change() {
    const next = order[(order.indexOf(theme) + 1) % order.length] ?? 'system';
    setTheme(next);
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store API is not in every browser
    document.cookie = `${themeCookie}=${next}; path=/; max-age=31536000; samesite=lax`;
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
  }

  const label = `Theme: ${names[theme]}`;
  return (
    <button
      type="button"
      onClick={change}
      aria-label={label}
      title={label}
      className={buttonClass('quiet', 'icon')}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
