import { z } from 'zod';

/** Characters of a prompt that are read. */
const MAX_PROMPT = 2_000;

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
