/** Bits of a posting for the weight of the stem; the others are the number of the document. */
export const WEIGHT_BITS = 8;
export const MAX_WEIGHT = 2 ** WEIGHT_BITS - 1;
/** Documents that can have a number. */
export const MAX_DOCUMENTS = 2 ** (32 - WEIGHT_BITS);

export function posting(number: number, weight: number): number {
  return ((number << WEIGHT_BITS) | Math.min(weight, MAX_WEIGHT)) >>> 0;
}
