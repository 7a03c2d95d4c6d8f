/** Rows as columns of equal width. The texts come from others, so control characters are made visible. */
export function table(rows: readonly (readonly string[])[]): string {
  const shown = rows.map((row) => row.map(printable));
  const widths = (shown[0] ?? []).map((_, column) =>
    Math.max(...shown.map((row) => row[column]?.length ?? 0)),
  );
  return shown
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Text that cannot move the cursor or change the colours of a terminal. */
export const printable = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
  text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, '\ufffd');
