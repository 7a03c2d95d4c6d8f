/** Begins a formula in a spreadsheet, also after spaces and in full width. */
const formula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
const invisible = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Rows as CSV (RFC 4180), each with its line break. Cells may have texts of others: a text that a spreadsheet would run as a formula
 * begins with an apostrophe, and control characters become U+FFFD.
 */
export function csvOf(rows: readonly (readonly (string | null)[])[]): string {
  return rows.map((row) => `${row.map((cell) => cellOf(cell ?? '')).join(',')}\r\n`).join('');
}

function cellOf(cell: string): string {
  const text = cell.replace(invisible, '\ufffd');
  const safe = formula.test(cell) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
