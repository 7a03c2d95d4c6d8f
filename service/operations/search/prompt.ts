import { z } from 'zod';

/** Characters of a prompt that are read. */
const MAX_PROMPT = 2_000;
/** Maximum number of phrases of a prompt. */
const MAX_PHRASES = 4;

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

/** The parts of a prompt in quotation marks. */
export function quotedIn(prompt: string): string[] {
  const found = prompt.matchAll(/["“”„«»]([^"“”„«»]+)["“”„«»]/gu);
  return [...found].map(([, text = '']) => text).slice(0, MAX_PHRASES);
}
