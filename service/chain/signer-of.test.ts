import { depth } from '@labroom/testing/depth.ts';
import { order, twinOf } from '@labroom/testing/other-signatures.ts';
import { type Hex, hexToBytes, keccak256, numberToHex, parseSignature, recoverAddress } from 'viem';
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts';
import { expect, test } from 'vitest';
import { signerOf, signHash } from './signer-of.ts';

const word = (value: bigint) => numberToHex(value, { size: 32 });

async function signed() {
  const privateKey = generatePrivateKey();
  const hash = keccak256(generatePrivateKey());
  const signature = await sign({ hash, privateKey, to: 'hex' });
  return { address: privateKeyToAccount(privateKey).address.toLowerCase(), hash, signature };
}

test('names the key that signed, as viem does', async () => {
  for (let round = 0; round < depth.randomValues; round += 1) {
    const { address, hash, signature } = await signed();
    expect(signerOf(hash, signature)).toBe(address);
    const other = keccak256(hash);
    const viem = (await recoverAddress({ hash: other, signature })).toLowerCase();
    expect(signerOf(other, signature)).toBe(viem);
    expect(viem).not.toBe(address);
  }
});

test('signs what viem takes for the signature of this key', async () => {
  for (let round = 0; round < depth.randomValues; round += 1) {
    const privateKey = generatePrivateKey();
    const hash = keccak256(privateKey);
    const signature = signHash(hash, hexToBytes(privateKey));
    const { address } = privateKeyToAccount(privateKey);
    expect(await recoverAddress({ hash, signature })).toBe(address);
    expect(signerOf(hash, signature)).toBe(address.toLowerCase());
  }
});

test('the malleable twin of a signature is of nobody', async () => {
  const { address, hash, signature } = await signed();
  const twin = twinOf(signature);
  expect((await recoverAddress({ hash, signature: twin })).toLowerCase()).toBe(address);
  expect(signerOf(hash, twin)).toBeNull();
});

test.each(['00', '01', '1a', '1d', '1e', 'ff'])('a signature that ends with %s is of nobody', async (end) => {
  const { hash, signature } = await signed();
  expect(signerOf(hash, `${signature.slice(0, -2)}${end}` as Hex)).toBeNull();
});

test('numbers that no signature has are of nobody', async () => {
  const { hash, signature } = await signed();
  const { r, s } = parseSignature(signature);
  const of = (one: Hex, other: Hex): Hex => `${one}${other.slice(2)}1b`;
  for (const wrong of [
    ...[0n, order, 2n ** 256n - 1n].map((value) => of(word(value), s)),
    ...[0n, order, order - 1n, 2n ** 256n - 1n].map((value) => of(r, word(value))),
    // No point of the curve has this x.
    of(word(5n), s),
  ])
    expect(signerOf(hash, wrong)).toBeNull();
});

test('other lengths, and what is no hex, are of nobody', async () => {
  const { hash, signature } = await signed();
  for (const wrong of ['0x', signature.slice(0, -2), `${signature}00`, `${signature.slice(0, -2)}zz`])
    expect(signerOf(hash, wrong as Hex)).toBeNull();
  expect(signerOf('0x1234', signature)).toBeNull();
});
