import { sha256 } from '@noble/hashes/sha2';
import { utf8ToBytes } from '@noble/hashes/utils';

/** Returns the next number of a sequence, at least 0 and below 1. */
export type Random = () => number;

export interface Seed {
  /** Picks a whole number below `count`, from its own two bytes of the hash. `slot` is 0 to 7. */
  pick(slot: number, count: number): number;
  /** A new sequence, always the same for the same value. */
  sequence(): Random;
}

/**
 * Derives all choices of a picture from SHA-256 of a value, because ids share their first bytes. `purpose` separates
 * the pictures of one value from each other. Bytes 0 to 15 are choices; bytes 16 to 31 start the sequence.
 */
export function seedOf(purpose: string, value: string): Seed {
  const digest = sha256(utf8ToBytes(`${purpose}:${value.toLowerCase()}`));
  const view = new DataView(digest.buffer, digest.byteOffset);
  return {
    pick: (slot, count) => view.getUint16(slot * 2) % count,
    sequence: () => sequenceOf([16, 20, 24, 28].map((offset) => view.getUint32(offset))),
  };
}

/** The generator sfc32, whose whole-number arithmetic is the same on every machine. */
function sequenceOf(words: readonly number[]): Random {
  let [a = 0, b = 0, c = 0, counter = 1] = words;
  return () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
}

/** A whole number from `lowest` to `highest`. */
export function between(random: Random, lowest: number, highest: number): number {
  return lowest + Math.floor(random() * (highest - lowest + 1));
}
