/** The most calls of one journey (docs/specification/gateway.md#journeys). */
export const MOST_CALLS = 16;

/** From the number of a call that may have run to that of the call in its place. No other call has that number. */
export const REPLACEMENT_OFFSET = 100;
