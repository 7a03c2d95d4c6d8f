import type { Config } from 'tailwindcss';

/**
 * The visual language. Colours are the tokens of `app/globals.css`, each of which knows light and dark, so no `dark:`
 * variants are needed. Two sizes of body text (`sm`, `base`), three of headings (`lg`, `xl`, `2xl`), nothing between.
 */
export default {
  content: [],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      canvas: 'var(--canvas)',
      surface: 'var(--surface)',
      sunken: 'var(--sunken)',
      line: { DEFAULT: 'var(--line)', strong: 'var(--line-strong)' },
      ink: 'var(--ink)',
      muted: 'var(--muted)',
      accent: {
        DEFAULT: 'var(--accent)',
        strong: 'var(--accent-strong)',
        soft: 'var(--accent-soft)',
        ink: 'var(--accent-ink)',
      },
      success: { DEFAULT: 'var(--success)', soft: 'var(--success-soft)' },
      warning: { DEFAULT: 'var(--warning)', soft: 'var(--warning-soft)' },
      danger: {
        DEFAULT: 'var(--danger)',
        strong: 'var(--danger-strong)',
        soft: 'var(--danger-soft)',
        ink: 'var(--danger-ink)',
      },
      overlay: 'var(--overlay)',
    },
    fontSize: {
      sm: ['0.875rem', '1.25rem'],
      base: ['1rem', '1.5rem'],
      lg: ['1.125rem', '1.5rem'],
      xl: ['1.375rem', '2rem'],
      '2xl': ['1.75rem', '2.25rem'],
    },
    fontFamily: {
      sans: ['var(--font-latin)', '"Inter Variable"', '"Inter Fallback"', 'system-ui', 'sans-serif'],
      mono: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Consolas', '"Liberation Mono"', 'monospace'],
    },
    borderRadius: { none: '0', sm: '4px', DEFAULT: '6px', lg: '8px', full: '9999px' },
    boxShadow: { none: 'none', raised: 'var(--shadow-raised)', overlay: 'var(--shadow-overlay)' },
  },
} satisfies Config;
