import { TERMINAL_COLOURS } from './terminal-colours.ts';

/** A text as lines on a page: every line end is a line feed, and codes of terminals are left out. */
export const shownText = (text: string): string =>
  text.replace(TERMINAL_COLOURS, '').replace(/\r\r\n|\r\n|\r/g, '\n');
