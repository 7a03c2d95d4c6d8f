import { createHmac } from 'node:crypto';

/**
 * Headers of a message by Standard Webhooks: one signature for each secret, so that a receiver may have any of them.
 * @param secrets the bytes of `whsec_…`
 */
export function signedHeaders(
  { id, body, at }: { id: string; body: string; at: Date },
  secrets: readonly Uint8Array[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`,
  );
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
