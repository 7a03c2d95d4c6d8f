/** A number as a label: at most four significant digits. */
export const shortNumber = (value: number): string =>
  value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e6)
    ? value.toExponential(2)
    : String(Number(value.toPrecision(4)));
