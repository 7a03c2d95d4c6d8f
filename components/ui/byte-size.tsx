const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];

/**
 * Formats bytes in decimal units with three significant digits: `4.72 kB`, `5 GB`. Accepts the API's decimal strings.
 */
export function formatBytes(bytes: number | bigint | string): string {
  let amount = Number(bytes);
  if (!Number.isFinite(amount) || amount < 0) return '–';
  let unit = 0;
  while (amount >= 999.5 && unit < units.length - 1) {
    amount /= 1000;
    unit += 1;
  }
  const digits = unit === 0 ? String(Math.round(amount)) : String(Number(amount.toPrecision(3)));
  return `${digits} ${units[unit]}`;
}

interface ByteSizeProps {
  bytes: number | bigint | string;
}

/** A size; the exact number of bytes is shown on hover. */
export function ByteSize({ bytes }: ByteSizeProps) {
  return (
    <span className="tabular whitespace-nowrap" title={`${Number(bytes).toLocaleString('en')} bytes`}>
      {formatBytes(bytes)}
    </span>
  );
}
