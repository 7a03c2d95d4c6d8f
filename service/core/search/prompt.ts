import { z } from 'zod';

/** Characters of a prompt that are read. */
const MAX_PROMPT = 2_000;
/** Maximum number of phrases of a prompt. */
const MAX_PHRASES = 4;
/** A prompt with more words outside of quotation marks is a question, in which they only emphasize. */
const MAX_OTHER_WORDS = 12;
const QUOTED = /["“”„«»]([^"“”„«»]+)["“”„«»]/gu;

/** Schema of a prompt: cuts it to the limit and removes control characters, which indexed text does not have. */
export const prompt = z
  .string()
  .transform((text) =>
    text
      .slice(0, MAX_PROMPT)
      .replace(/\p{Cc}+/gu, ' ')
      .toWellFormed(),
  )
  .refine((text) => text.trim() !== '', 'must not be empty');

/** The parts of a prompt in quotation marks that a hit must have; none in a question. */
export function quotedIn(prompt: string): string[] {
  const others = prompt.replace(QUOTED, ' ').match(/\S+/g) ?? [];
  if (others.length > MAX_OTHER_WORDS) return [];
  return [...prompt.matchAll(QUOTED)].map(([, text = '']) => text).slice(0, MAX_PHRASES);
}
