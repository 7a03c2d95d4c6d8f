import type { ImageRefusal } from '#service/platform/db/tables/labs.ts';

/** Thrown by what reads a picture. */
export class RejectedImageError extends Error {
  readonly reason: ImageRefusal;

  constructor(reason: ImageRefusal) {
    super(reason);
    this.name = 'RejectedImageError';
    this.reason = reason;
  }
}
