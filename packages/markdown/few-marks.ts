/** Like the Stream-Safe Text Format of Unicode (UAX #15). No language writes so many. */
const MAX_MARKS = 30;
const MANY_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, 'gu');

/**
 * A text without the combining marks of a character after its first 30. A browser needs a second to place 20,000 marks on
 * one letter, four for twice as many, and nothing can interrupt it.
 */
export const withFewMarks = (text: string): string => text.replace(MANY_MARKS, '$1');
