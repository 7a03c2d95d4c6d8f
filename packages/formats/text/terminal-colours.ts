const ESCAPE = String.fromCharCode(27);
const BELL = String.fromCharCode(7);

/** Codes by which a program changes the colours, the cursor or the title of a terminal (ECMA-48). */
export const TERMINAL_COLOURS = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BELL}${ESCAPE}]*(?:${BELL}|${ESCAPE}\\\\)|[()][0-9A-B]|[78=>])`,
  'g',
);
