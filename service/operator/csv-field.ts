/**
 * Formats a value as a field of CSV (RFC 4180). A value that a spreadsheet would evaluate gets a leading apostrophe,
 * which makes it text (OWASP, CSV injection; ASVS 5.0, 1.2.10). Such lists contain untrusted text.
 */
export function csvField(value: string): string {
  const text = /^\s*[=+\-@|%]/.test(value) || /^[\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
