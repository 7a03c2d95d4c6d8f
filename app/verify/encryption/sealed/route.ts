import vector from '@labroom/client/crypto/vectors/aes-256-gcm.json' with { type: 'json' };

/** Serves the ciphertext of the known-answer test vector, as a storage would. */
export function GET(): Response {
  return new Response(Buffer.from(vector.ciphertext, 'base64'), {
    headers: { 'content-type': 'application/octet-stream' },
  });
}
