import { type Hex, keccak256 } from 'viem';

/** The logs bloom of a block header: 2,048 bits, three for each address and topic of its logs (Yellow Paper, 4.3.1). */

type BloomBit = [byte: number, mask: number];

/** Bits of a contract's address, and of the first topic of each of its events. */
export interface BloomBits {
  address: BloomBit[];
  topics: BloomBit[][];
}

/** Returns the contracts that may have events in the block. The others have none. */
export function contractsMatching<C extends { bloomBits: BloomBits }>(bloom: Hex, contracts: C[]): C[] {
  const bytes = bytesOf(bloom);
  const holds = (bits: BloomBit[]) => bits.every(([byte, mask]) => ((bytes[byte] ?? 0) & mask) !== 0);
  return contracts.filter(({ bloomBits }) => holds(bloomBits.address) && bloomBits.topics.some(holds));
}

/** Whether over half of the bits are set. Such a bloom matches almost every address and topic. */
export function isHalfFull(bloom: Hex): boolean {
  let count = 0;
  for (const byte of bytesOf(bloom)) for (let bits = byte; bits > 0; bits >>= 1) count += bits & 1;
  return count > 1024;
}

/** Returns the bloom of a block that has exactly these logs. */
export function bloomOf(logs: readonly { address: Hex; topics: readonly Hex[] }[]): Hex {
  const bytes = Buffer.alloc(256);
  for (const { address, topics } of logs) {
    for (const item of [address, ...topics])
      for (const [byte, mask] of bitsOf(item)) bytes[byte] = (bytes[byte] ?? 0) | mask;
  }
  return `0x${bytes.toString('hex')}`;
}

/** Returns the three bits of an address or a topic. */
export function bitsOf(item: Hex): BloomBit[] {
  const hash = keccak256(item, 'bytes');
  return [0, 2, 4].map((at) => {
    const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047;
    return [255 - (bit >> 3), 1 << (bit & 7)];
  });
}

function bytesOf(hex: Hex): Buffer {
  return Buffer.from(hex.slice(2), 'hex');
}
