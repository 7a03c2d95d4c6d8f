import type { ImageRefusal } from '#platform/db/tables/labs.ts';

/** Thrown by the checks of images. */
export class RejectedImageError extends Error {
  readonly reason: ImageRefusal;

  constructor(reason: ImageRefusal) {
    super(reason);
    this.name = 'RejectedImageError';
    this.reason = reason;
  }
}
