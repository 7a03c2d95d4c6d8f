/** A release that is refused, or a step of it that failed, in one sentence. */
export class ReleaseError extends Error {}
