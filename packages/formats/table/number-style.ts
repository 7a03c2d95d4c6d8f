/** `1234.5`, `1,234.5`, `1 234.5`, `1'234.5`, `1234,5`, `1.234,5` or `1 234,5`. */
export interface NumberStyle {
  decimal: '.' | ',';
  /** Between groups of three digits; `''` if there is none. */
  thousands: '' | ',' | '.' | ' ' | "'";
}
