/** Shortens a long hex value, e.g. `0x1234…cdef`. Too short to be mistaken for the full value. */
export function shortHex(hex: string): string {
  return hex.length <= 14 ? hex : `${hex.slice(0, 6)}…${hex.slice(-4)}`;
}
