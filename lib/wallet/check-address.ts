import { getAddress, isAddress, zeroAddress } from 'viem';

/** Parses a typed address and returns its checksummed form, or a sentence if it is invalid. */
export function checkAddress(text: string): `0x${string}` | { error: string } {
  const address = text.trim();
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return { error: 'An address is 0x and 40 hexadecimal digits.' };
  if (!isAddress(address)) {
    return {
      error: 'The upper and lower case of this address do not match its checksum: it may be mistyped.',
    };
  }
  return address === zeroAddress ? { error: 'The zero address is not allowed.' } : getAddress(address);
}
