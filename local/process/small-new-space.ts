/**
 * Argument of Node. V8's space for new objects grows to 128 MB in a burst of work, and a process that rests afterwards keeps it.
 * The service keeps V8's own limit, because a larger space makes its reads cheaper.
 */
export const smallNewSpace = '--max-semi-space-size=4';
