import localFont from 'next/font/local';

/**
 * The characters that every page uses, preloaded with the page. If a font arrives after the first rendering, the page
 * keeps the fallback and the next page uses the font, so that no text moves. The files are written by
 * `scripts/subset-fonts.mjs`; `fonts.css` has the other characters and the fallbacks. The regular Newsreader is a family
 * of its own: browsers slant and thicken it while an italic or bold face of "Newsreader" has not arrived.
 */
export const newsreaderRegular = localFont({
  src: './fonts/newsreader.woff2',
  weight: '400',
  display: 'optional',
  variable: '--font-newsreader',
  adjustFontFallback: false,
});

export const hankenGrotesk = localFont({
  src: './fonts/hanken-grotesk.woff2',
  weight: '400 560',
  display: 'optional',
  variable: '--font-hanken',
  adjustFontFallback: false,
});
