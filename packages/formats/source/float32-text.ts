/** A 32-bit floating-point number in the fewest digits that tell it from its neighbours, as other programs print it. */
export function float32Text(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === Math.fround(value)) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}
