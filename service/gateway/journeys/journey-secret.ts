import { createHash, hkdfSync } from 'node:crypto';
import { z } from 'zod';
import { openText, sealText } from '#platform/text/sealed-text.ts';
import type { UpstreamAnswer } from '../forward.ts';
import { badCall } from '../offers/call-errors.ts';

const keptSchema = z.object({ status: z.number(), body: z.unknown() });

/**
 * The header `Payment-Journey`: the secret, a space, and the number of the call.
 * @throws CallRejectedError 400
 */
export function readJourneyHeader(header: string): { secret: string; number: number } {
  const [, secret, number] = header.match(/^(0x[0-9a-f]{64}) (\d{1,4})$/) ?? [];
  if (!secret)
    throw badCall(
      'Payment-Journey is not the secret of a journey and the number of a call, with a space between.',
    );
  return { secret, number: Number(number) };
}

/** The secret is random, so one hash is enough. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

const keyOf = (secret: string, id: string) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(secret), id, 'labroom journey answer', 32));

/** Encrypts the answer of a call under a key that is derived from the secret, which is not stored. */
export function sealJourneyAnswer(secret: string, id: string, { status, body }: UpstreamAnswer): Uint8Array {
  return sealText(keyOf(secret, id), Buffer.from(id), JSON.stringify({ status, body }));
}

export function openJourneyAnswer(
  secret: string,
  id: string,
  sealed: Uint8Array,
): z.output<typeof keptSchema> {
  return keptSchema.parse(JSON.parse(openText(keyOf(secret, id), Buffer.from(id), sealed)));
}
