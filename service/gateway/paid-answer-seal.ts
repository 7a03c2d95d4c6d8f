import { hkdfSync } from 'node:crypto';
import { z } from 'zod';
import { openText, sealText } from '#platform/text/sealed-text.ts';

const keptSchema = z.object({ status: z.number(), body: z.unknown(), servedAt: z.number() });
type KeptAnswer = z.output<typeof keptSchema>;

/** Encrypts the answer of a call under a key that is derived from what its payer sent, so that only the payer can ask again. */
export function sealAnswer(
  secret: Uint8Array,
  id: string,
  { status, body, servedAt }: KeptAnswer,
): Uint8Array {
  return sealText(keyOf(secret, id), Buffer.from(id), JSON.stringify({ status, body, servedAt }));
}

/** `null` with another id or secret than those of the call. */
export function openAnswer(secret: Uint8Array, id: string, sealed: Uint8Array): KeptAnswer | null {
  let text: string;
  try {
    text = openText(keyOf(secret, id), Buffer.from(id), sealed);
  } catch {
    return null;
  }
  return keptSchema.parse(JSON.parse(text));
}

const keyOf = (secret: Uint8Array, id: string) =>
  Buffer.from(hkdfSync('sha256', secret, id, 'labroom paid answer', 32));
