import { type Hex, hexToBytes, keccak256 } from 'viem';
import type { FollowedContract } from './followed-contracts.ts';

/** The logs bloom of a block header: 2,048 bits, three for each address and topic of its logs (Yellow Paper, 4.3.1). */

/** Whether the block may hold an event of this contract. No is certain. */
export function mayHoldEvents(bloom: Hex, { address, topics }: FollowedContract): boolean {
  const bytes = hexToBytes(bloom);
  const holds = (item: Hex) => bitsOf(item).every(([byte, mask]) => ((bytes[byte] ?? 0) & mask) !== 0);
  return holds(address) && topics.some(holds);
}

/** A bloom with over half of its bits set says yes to almost everything. */
export function isCrowded(bloom: Hex): boolean {
  let count = 0;
  for (const byte of hexToBytes(bloom)) for (let bits = byte; bits > 0; bits >>= 1) count += bits & 1;
  return count > 1024;
}

/** The bloom that a block with exactly these logs has. */
export function bloomOf(logs: readonly { address: Hex; topics: readonly Hex[] }[]): Hex {
  const bytes = new Uint8Array(256);
  for (const { address, topics } of logs) {
    for (const item of [address, ...topics])
      for (const [byte, mask] of bitsOf(item)) bytes[byte] = (bytes[byte] ?? 0) | mask;
  }
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

function bitsOf(item: Hex): [byte: number, mask: number][] {
  const hash = hexToBytes(keccak256(item));
  return [0, 2, 4].map((at) => {
    const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047;
    return [255 - (bit >> 3), 1 << (bit & 7)];
  });
}
