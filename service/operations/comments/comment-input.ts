import { anchorKinds, anchorProblem, commentLimits, mentionsOf } from '@labroom/protocol/comment';
import { z } from 'zod';
import { base64, ivAndTag, keySha256 } from '#core/comments/discussion-keys-input.ts';
import { walletAddress } from '#platform/input/input.ts';
import { markdown } from '#platform/input/markdown.ts';

export const uuid = z.uuid({ error: 'must be a UUID' }).transform((id) => id.toLowerCase());

export const anchor = z
  .object({
    kind: z.enum(anchorKinds),
    start: z.int(),
    end: z.int(),
    startColumn: z.int().nullish(),
    endColumn: z.int().nullish(),
  })
  .superRefine((value, issues) => {
    const message = anchorProblem(value);
    if (message) issues.addIssue({ code: 'custom', message });
  });

export const mentions = z.array(walletAddress).max(commentLimits.mentions);

const body = markdown(commentLimits.length)
  .refine((text) => text.trim() !== '', { error: 'must not be empty' })
  .refine((text) => mentionsOf(text).length <= commentLimits.mentions, {
    error: `mentions more than ${commentLimits.mentions} wallets`,
  });

const encrypted = z.object({
  ciphertext: base64({ least: ivAndTag + 1, most: commentLimits.ciphertextBytes }),
  keyContentHash: keySha256,
  mentions: mentions.nullish(),
});

/** The words of a comment: what is stored of them. */
export const comment = z
  .object({ id: uuid, body: body.nullish(), encrypted: encrypted.nullish() })
  .refine((given) => (given.body == null) !== (given.encrypted == null), {
    path: ['body'],
    error: 'or encrypted must be given: exactly one of the two',
  })
  .transform(({ id, body: text, encrypted: secret }) => ({
    id,
    words: {
      body: text ?? null,
      ciphertext: secret?.ciphertext ?? null,
      keySha256: secret?.keyContentHash ?? null,
      mentions: [...new Set(secret ? (secret.mentions ?? []) : mentionsOf(text ?? ''))] as string[],
    },
  }));

export type NewComment = z.output<typeof comment>;
export type Words = NewComment['words'];
