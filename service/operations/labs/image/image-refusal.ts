/** Why an uploaded picture is not published; `LabImageRefusal` in the schema. */
export const imageRefusals = [
  'TYPE_MISMATCH',
  'DAMAGED',
  'TOO_MANY_PIXELS',
  'TOO_COMPLEX',
  'SVG_ENTITIES',
  'SUPERSEDED',
] as const;

export type ImageRefusal = (typeof imageRefusals)[number];

/** Thrown by what reads a picture. */
export class RejectedImageError extends Error {
  readonly reason: ImageRefusal;

  constructor(reason: ImageRefusal) {
    super(reason);
    this.name = 'RejectedImageError';
    this.reason = reason;
  }
}
