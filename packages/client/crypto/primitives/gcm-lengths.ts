export const KEY_BYTES = 32;
export const IV_BYTES = 12;
/** Bytes of the tag at the end of the stored bytes. */
export const TAG_BYTES = 16;
