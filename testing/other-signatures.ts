import { type Hex, numberToHex, parseSignature, serializeSignature } from 'viem';

/** Order of secp256k1. */
export const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The malleable twin of a signature: another one by the same key for the same hash, that anyone can make. */
export function twinOf(signature: Hex): Hex {
  const { r, s, yParity } = parseSignature(signature);
  return serializeSignature({ r, s: numberToHex(order - BigInt(s), { size: 32 }), yParity: 1 - yParity });
}

/** The same signature with 0 or 1 at its end, in place of 27 or 28. */
export function withParity(signature: Hex): Hex {
  const { yParity } = parseSignature(signature);
  return `${signature.slice(0, -2)}0${yParity}` as Hex;
}
