import type { Config } from 'tailwindcss';

/**
 * The visual language, documented in `docs/design.md`. Colours are the tokens of `app/globals.css`, each of which knows
 * light and dark, so no `dark:` variants are needed.
 */
export default {
  content: [],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      paper: 'var(--paper)',
      sheet: 'var(--sheet)',
      wash: 'var(--wash)',
      press: 'var(--press)',
      line: 'var(--line)',
      edge: 'var(--edge)',
      ink: 'var(--ink)',
      ink2: 'var(--ink2)',
      ink3: 'var(--ink3)',
      solid: 'var(--solid)',
      acc: 'var(--acc)',
      bar: 'var(--bar)',
      texture: 'var(--texture)',
      tint: 'var(--tint)',
      veil: 'var(--veil)',
      warn: 'var(--warn)',
      good: 'var(--good)',
      bad: 'var(--bad)',
      overlay: 'var(--overlay)',
    },
    fontSize: {
      /** Table heads, axes, hashes. */
      xs: ['0.75rem', '1rem'],
      /** The interface where one works. */
      sm: ['0.8125rem', '1.25rem'],
      base: ['0.9375rem', '1.5rem'],
      /** Serif: titles of figures and dialogs; `prose` and `lede` are texts. */
      lg: ['1.1875rem', '1.5rem'],
      prose: ['1.125rem', '1.8125rem'],
      lede: ['clamp(1.125rem, 1.05rem + 0.3vw, 1.25rem)', '1.55'],
      /** Sections, page titles, names of labs, and the headline of the front page. */
      xl: ['1.625rem', '2rem'],
      '2xl': ['clamp(2rem, 1.6rem + 1.6vw, 2.75rem)', '1.09'],
      '3xl': ['clamp(2.25rem, 1.7rem + 2.3vw, 3.5rem)', '1.04'],
      '4xl': ['clamp(2.5rem, 1.9rem + 2.6vw, 3.75rem)', '1.02'],
    },
    fontWeight: { normal: '400', medium: '520', semibold: '560' },
    fontFamily: { serif: 'var(--serif)', sans: 'var(--sans)', mono: 'var(--mono)' },
    borderRadius: { none: '0', sm: '2px', DEFAULT: '3px' },
    boxShadow: { none: 'none' },
  },
} satisfies Config;
