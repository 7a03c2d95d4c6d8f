import { recover, signRecoverable } from 'tiny-secp256k1';
import { type Address, bytesToHex, type Hex, hexToBytes, keccak256 } from 'viem';

/** Half the order of secp256k1. A signature with a larger `s` is the malleable twin of one with a smaller `s` (EIP-2). */
const maxS = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/**
 * The address whose key signed a hash of 32 bytes, lowercase, exactly as contracts decide it (OpenZeppelin's `ECDSA`): 65 bytes with 27 or 28
 * at the end and a low `s`. `null` for anything else. libsecp256k1 (WebAssembly) takes an eighth of the time of viem.
 */
export function signerOf(hash: Hex, signature: Hex): Address | null {
  try {
    const bytes = hexToBytes(signature);
    const parity = (bytes[64] ?? 0) - 27;
    if (bytes.length !== 65 || (parity !== 0 && parity !== 1)) return null;
    if (maxS.compare(bytes, 32, 64) < 0) return null;
    const key = recover(hexToBytes(hash), bytes.subarray(0, 64), parity, false);
    return key && `0x${keccak256(key.subarray(1)).slice(-40)}`;
  } catch {
    // Hex or numbers out of their range.
    return null;
  }
}

/** The signature of a hash of 32 bytes by a key, in the form that `signerOf` takes (RFC 6979). */
export function signHash(hash: Hex, key: Uint8Array): Hex {
  const { signature, recoveryId } = signRecoverable(hexToBytes(hash), key);
  return `${bytesToHex(signature)}${(27 + recoveryId).toString(16)}`;
}
