/** A word of the texts that `fillDatabase` writes: the smaller its number, the more frequent. */
export function wordOf(n: number): string {
  return `w${(n * 7 + 4_096).toString(16).replace(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`;
}

/** Prompts of these words: frequent, rare, both, several, unfinished and misspelt. */
export const prompts: readonly string[] = [
  `${wordOf(0)} ${wordOf(1)}`,
  wordOf(9_000),
  `${wordOf(0)} ${wordOf(8_000)}`,
  `${wordOf(10)} ${wordOf(100)} ${wordOf(1_000)}`,
  wordOf(2_000).slice(0, 4),
  `${wordOf(5_000)}z`,
  `sample ${wordOf(300)}`,
  'raw data',
];
