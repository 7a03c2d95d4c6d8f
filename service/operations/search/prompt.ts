import { z } from 'zod';

/** Characters of a prompt that are read. */
const MAX_PROMPT = 2_000;

/** A prompt as it is searched for: cut to its limit, without control characters, which no text of ours has. */
export const prompt = z
  .string()
  .transform((text) =>
    text
      .slice(0, MAX_PROMPT)
      .replace(/\p{Cc}+/gu, ' ')
      .toWellFormed(),
  )
  .refine((text) => text.trim() !== '', 'must not be empty');
