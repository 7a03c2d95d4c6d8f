/** More than 30 marks, as in the Stream-Safe Text Format of Unicode (UAX #15). No language writes so many. */
const MANY_MARKS = /(\p{M}{30})\p{M}+/gu;

/**
 * A text without the combining marks of a character after its first 30. A browser needs a second to place 20,000 marks on
 * one letter, four for twice as many, and nothing can interrupt it.
 */
export const withFewMarks = (text: string): string => text.replace(MANY_MARKS, '$1');
