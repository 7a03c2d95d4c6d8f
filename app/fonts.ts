import localFont from 'next/font/local';

/**
 * The characters of the font that every page uses, preloaded with the page. If the font arrives after the first
 * rendering, the page keeps the fallback font and the next page uses this one, so that no text moves.
 */
export const latinFont = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  variable: '--font-latin',
  // A fallback with the same widths is defined at the end of `fonts.css`.
  adjustFontFallback: false,
});
