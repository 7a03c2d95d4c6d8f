/** Thrown by a check that finds nothing to check, e.g. no file in the labs of a service that it may not write to. */
export class NotRunError extends Error {}
