'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import type { Theme } from '#lib/choices/theme.ts';
import { chooseTheme, useTheme } from '../core/site/theme-choice.ts';
import { buttonClass } from '../ui/button.tsx';

const order: Theme[] = ['system', 'light', 'dark'];
const icons = { system: Monitor, light: Sun, dark: Moon };
const names = { system: 'system', light: 'light', dark: 'dark' };

/** Button that switches to the next theme. */
export function ThemeButton({ initial }: { initial: Theme }) {
  const theme = useTheme(initial);
  const Icon = icons[theme];
  const label = `Theme: ${names[theme]}`;
  return (
    <button
      type="button"
      onClick={() => chooseTheme(order[(order.indexOf(theme) + 1) % order.length] ?? 'system')}
      aria-label={label}
      title={label}
      className={buttonClass('quiet', 'icon')}
    >
      <Icon aria-hidden className="size-4" />
    </button>
  );
}
