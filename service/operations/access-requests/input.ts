import { signedText, textProblem } from '@labroom/protocol/access-request';
import { z } from 'zod';

/** A text of a signed message, in the form in which it is signed. */
export const signedTextOf = (limit: number) =>
  z
    .string()
    .max(4 * limit)
    .transform(signedText)
    .superRefine((text, issues) => {
      const message = textProblem(text, limit);
      if (message) issues.addIssue({ code: 'custom', message });
    });

/** A request, by the digest that its wallet signed. */
export const requestId = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/, { error: 'must be the id of a request: 0x and 64 lowercase hex digits' })
  .transform((text) => text as `0x${string}`);
