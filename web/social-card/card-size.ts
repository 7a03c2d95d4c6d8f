import 'server-only';

/** Width and height of a social card in pixels. */
export const cardSize = { width: 1200, height: 630 };
