/**
 * A value as a field of CSV (RFC 4180). What a spreadsheet would compute gets an apostrophe in front, by which it is shown as
 * text (OWASP, CSV injection; ASVS 5.0, 1.2.10): words of strangers stand in such lists.
 */
export function csvField(value: string): string {
  const text = /^\s*[=+\-@|%]/.test(value) || /^[\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
