/** From this width of the list on, a row has one line (`@sm`). */
const ONE_LINE_FROM = 384;

export const singleRowHeight = (isCompact: boolean) => (isCompact ? 32 : 40);

/**
 * Height of a row in pixels: one line in a wide list, two on a phone. It is the same for all rows, so that long lists can be
 * virtualized.
 */
export const rowHeightOf = (listWidth: number, isCompact: boolean) =>
  listWidth >= ONE_LINE_FROM ? singleRowHeight(isCompact) : 56;
