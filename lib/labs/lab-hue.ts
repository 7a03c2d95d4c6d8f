/** Hue of a lab in degrees: one of 24, from the last byte of its id. */
export function labHue(oclId: string): number {
  return (Number.parseInt(oclId.slice(-2), 16) % 24) * 15;
}
