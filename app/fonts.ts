import localFont from 'next/font/local';

/**
 * The letters of our font that every page has. It is asked for with the page itself; where it comes too late for the first
 * drawing, this page is drawn without it and the next one with it, so that nothing moves under somebody who reads.
 */
export const latinFont = localFont({
  src: '../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  variable: '--font-latin',
  // The fallback with the same widths is in `fonts.css`, after the other letters.
  adjustFontFallback: false,
});
