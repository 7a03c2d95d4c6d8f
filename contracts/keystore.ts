import { createDecipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto';
import { concatHex, type Hex, hexToBytes, keccak256, toHex } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';

const hexBytes = z
  .string()
  .regex(/^(0x)?([0-9a-fA-F]{2})+$/)
  .transform((text) => Buffer.from(text.replace(/^0x/, ''), 'hex'));

/** Web3 Secret Storage, version 3: the encrypted key files of geth, Foundry and most wallets. */
const keystoreSchema = z.object({
  version: z.literal(3),
  crypto: z.object({
    cipher: z.literal('aes-128-ctr'),
    cipherparams: z.object({ iv: hexBytes }),
    ciphertext: hexBytes,
    mac: hexBytes,
    kdf: z.enum(['scrypt', 'pbkdf2']),
    kdfparams: z.object({
      dklen: z.literal(32),
      salt: hexBytes,
      n: z
        .int()
        .max(1 << 20)
        .optional(),
      r: z.int().max(32).optional(),
      p: z.int().max(16).optional(),
      c: z.int().max(10_000_000).optional(),
      prf: z.literal('hmac-sha256').optional(),
    }),
  }),
});

/** A key file that cannot be opened. The message says why. */
export class KeystoreError extends Error {}

/** Opens an encrypted key file. @throws KeystoreError */
export function openKeystore(text: string, password: string): PrivateKeyAccount {
  let parsed: z.infer<typeof keystoreSchema>;
  try {
    const value = JSON.parse(text);
    // Some wallets write `Crypto`.
    parsed = keystoreSchema.parse({ ...value, crypto: value.crypto ?? value.Crypto });
  } catch {
    throw new KeystoreError(
      'The key file is not an encrypted key of version 3 (scrypt or pbkdf2, aes-128-ctr).',
    );
  }
  const { kdf, kdfparams, cipherparams, ciphertext, mac } = parsed.crypto;
  const { n = 0, r = 0, p = 0, c = 0, salt } = kdfparams;
  const key =
    kdf === 'scrypt'
      ? scryptSync(password, salt, 32, { N: n, r, p, maxmem: 256 * n * r + 1024 * 1024 })
      : pbkdf2Sync(password, salt, c, 32, 'sha256');
  const expected = hexToBytes(keccak256(concatHex([toHex(key.subarray(16)), toHex(ciphertext)])));
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected))
    throw new KeystoreError('The password does not open the key file.');
  const decipher = createDecipheriv('aes-128-ctr', key.subarray(0, 16), cipherparams.iv);
  const secret = Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  return privateKeyToAccount(`0x${secret.toString('hex')}` as Hex);
}
