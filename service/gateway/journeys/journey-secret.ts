import { createHash, hkdfSync } from 'node:crypto';
import type { CallAnswer } from '@labroom/payments';
import { z } from 'zod';
import { openText, sealText } from '#platform/text/sealed-text.ts';

const keptSchema = z.object({ status: z.number(), body: z.unknown() });

/** The secret is random, so one hash is enough. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const keyOf = (secret: string, id: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secret), id, 'labroom journey answer', 32));

/** Encrypts the answer of a call under a key that is derived from the secret, which is not stored. */
export function sealJourneyAnswer(secret: string, id: string, { status, body }: CallAnswer): Uint8Array {
  return sealText(keyOf(secret, id), Buffer.from(id), JSON.stringify({ status, body }));
}

export function openJourneyAnswer(
  secret: string,
  id: string,
  sealed: Uint8Array,
): z.output<typeof keptSchema> {
  return keptSchema.parse(JSON.parse(openText(keyOf(secret, id), Buffer.from(id), sealed)));
}
