/** Random numbers that depend on a seed only. */
export interface Random {
  /** Uniform, from 0 up to but not including 1. */
  next(): number;
  /** Uniform integer, from 0 up to but not including `below`. */
  integer(below: number): number;
  /** Normally distributed. */
  normal(mean: number, deviation: number): number;
  /** One of the items, all equally likely. */
  pick<T>(items: ArrayLike<T>): T;
}

/** The same seed gives the same numbers on every machine: sfc32, seeded by an FNV-1a hash of the text. */
export function seededRandom(seed: string): Random {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(seed)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  let [a, b, c, counter] = [hash, ~hash >>> 0, Math.imul(hash, 0x9e3779b1) >>> 0, 1];
  const next = () => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first numbers still resemble the seed.
  for (let round = 0; round < 15; round++) next();
  const integer = (below: number) => Math.floor(next() * below);
  return {
    next,
    integer,
    normal(mean, deviation) {
      const radius = Math.sqrt(-2 * Math.log(1 - next()));
      return mean + deviation * radius * Math.cos(2 * Math.PI * next());
    },
    pick<T>(items: ArrayLike<T>) {
      return items[integer(items.length)] as T;
    },
  };
}
