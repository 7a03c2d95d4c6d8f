import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';

/** A recipient of data keys, as a program on the machine of an agent is one. */
export async function newRecipient(crv: 'X25519' | 'P-256' = 'X25519') {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { crv, extractable: true });
  const { kty, x, y } = await exportJWK(publicKey);
  return {
    /** The argument of the tools. */
    recipientKey: { kty, crv, x, ...(y !== undefined && { y }) },
    privateKey: await exportJWK(privateKey),
    /** The data key, in Base64. */
    async open(sealedDEK: string): Promise<string> {
      const { plaintext } = await compactDecrypt(sealedDEK, privateKey);
      return Buffer.from(plaintext).toString('base64');
    },
  };
}
