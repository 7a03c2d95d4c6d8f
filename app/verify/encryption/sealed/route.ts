import vector from '../../../../packages/client/crypto/vectors/aes-256-gcm.json' with { type: 'json' };

/** The ciphertext of the known-answer vector, as a storage would serve it. */
export function GET(): Response {
  return new Response(Buffer.from(vector.ciphertext, 'base64'), {
    headers: { 'content-type': 'application/octet-stream' },
  });
}
