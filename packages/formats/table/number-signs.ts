/** Signs that stand for each other: minus signs, apostrophes, and spaces that do not break. */
export const plainSigns: Readonly<Record<string, string>> = {
  '−': '-',
  '–': '-',
  '’': "'",
  '\u00A0': ' ',
  '\u2009': ' ',
  '\u202F': ' ',
};
