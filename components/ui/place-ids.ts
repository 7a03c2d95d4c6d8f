/** Id of the line above a list that has a place for messages. Where it is in sight, every message stands there. */
export const statusLineId = 'status-line';

/** Id of what stands below the header of every page. */
export const belowHeaderId = 'below-header';
