/** A decimal number of a whole one: `12345` with scale 2 is `123.45`; with scale -2 it is `1234500`. */
export function decimalText(whole: bigint, scale: number): string {
  if (scale < 0) return String(whole * 10n ** BigInt(-scale));
  const digits = String(whole < 0n ? -whole : whole).padStart(scale + 1, '0');
  const at = digits.length - scale;
  return `${whole < 0n ? '-' : ''}${digits.slice(0, at)}${scale > 0 ? `.${digits.slice(at)}` : ''}`;
}
