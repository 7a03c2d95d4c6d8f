import { createCipheriv, randomBytes, scryptSync } from 'node:crypto';
import { concatHex, keccak256, toHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';

/** An encrypted key file as geth writes it. */
export function keystoreOf(privateKey: `0x${string}`, password: string): string {
  const [salt, iv] = [randomBytes(32), randomBytes(16)];
  const key = scryptSync(password, salt, 32, { N: 4096, r: 8, p: 1 });
  const cipher = createCipheriv('aes-128-ctr', key.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(Buffer.from(privateKey.slice(2), 'hex')), cipher.final()]);
  const mac = keccak256(concatHex([toHex(key.subarray(16)), toHex(ciphertext)])).slice(2);
  return JSON.stringify({
    version: 3,
    address: privateKeyToAddress(privateKey).slice(2).toLowerCase(),
    crypto: {
      cipher: 'aes-128-ctr',
      cipherparams: { iv: iv.toString('hex') },
      ciphertext: ciphertext.toString('hex'),
      kdf: 'scrypt',
      kdfparams: { dklen: 32, n: 4096, r: 8, p: 1, salt: salt.toString('hex') },
      mac,
    },
  });
}
