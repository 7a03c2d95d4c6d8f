import { type AbiEvent, type AbiParameter, decodeAbiParameters, type Hex } from 'viem';

export interface KnownEvent {
  name: string;
  /**
   * Decodes a log: the arguments as JSON, big integers as decimal strings, addresses in lower case; and the addresses
   * among them.
   * @throws Error when the log does not fit the event
   */
  read(log: { topics: readonly Hex[]; data: Hex }): { args: Record<string, unknown>; addresses: string[] };
}

/** Decodes 32 bytes, given as 64 lowercase hex digits. */
type WordReader = (word: string, addresses: string[]) => unknown;

/**
 * Prepares a decoder for an event. It returns what viem's `decodeEventLog` returns, ten times faster: nearly all
 * arguments are single words, which are read at their offset in the log (Solidity ABI, "Events"). Data with other types
 * are decoded by viem.
 */
export function knownEvent({ name, inputs }: AbiEvent): KnownEvent {
  const plain = inputs.filter((input) => !input.indexed);
  const isPlainWords = plain.every(({ type }) => wordReaderOf(type));
  let [topics, words] = [0, 0];
  const parts = inputs.map(({ name = '', type, indexed }) => {
    // The topic of a value that does not fit into 32 bytes is its hash.
    const read = wordReaderOf(type) ?? readHash;
    return indexed ? { name, read, topic: ++topics, word: 0 } : { name, read, topic: 0, word: words++ };
  });

  return {
    name,
    read(log) {
      const addresses: string[] = [];
      const args: Record<string, unknown> = {};
      const values = isPlainWords ? [] : decodeAbiParameters(plain, log.data);
      for (const { name, read, topic, word } of parts) {
        if (topic > 0) args[name] = read(wordOf(log.topics[topic] ?? '0x', 0), addresses);
        else if (isPlainWords) args[name] = read(wordOf(log.data, word), addresses);
        else args[name] = asJson(values[word], plain[word], addresses);
      }
      return { args, addresses };
    },
  };
}

function wordReaderOf(type: string): WordReader | undefined {
  if (type === 'address') return readAddress;
  if (type === 'bool') return readBool;
  const [, kind, size] = /^(u?int|bytes)(\d+)$/.exec(type) ?? [];
  if (kind === 'bytes') return (word) => `0x${word.slice(0, 2 * Number(size))}`;
  if (!kind) return undefined;
  const isBig = Number(size) > 48;
  return (word) => {
    const value = integerOf(word, kind === 'int');
    if (isBig) return value.toString();
    if (!Number.isSafeInteger(Number(value)))
      throw new Error(`The log has a number that is not a valid ${type}`);
    return Number(value);
  };
}

const smallPrefix = '0'.repeat(64 - 13);

function integerOf(word: string, isSigned: boolean): bigint | number {
  // Fast path: most numbers fit into 52 bits.
  if (word.startsWith(smallPrefix)) return Number.parseInt(word.slice(smallPrefix.length), 16);
  const unsigned = BigInt(`0x${word}`);
  return isSigned ? BigInt.asIntN(256, unsigned) : unsigned;
}

function readHash(word: string): string {
  return `0x${word}`;
}

function readAddress(word: string, addresses: string[]): string {
  const address = `0x${word.slice(24)}`;
  addresses.push(address);
  return address;
}

function readBool(word: string): boolean {
  const value = BigInt(`0x${word}`);
  if (value > 1n) throw new Error('The log has a boolean that is neither true nor false');
  return value === 1n;
}

const lowerHexWord = /^[\da-f]{64}$/;

/** Returns 32 bytes at a word offset, in lower case. */
function wordOf(hex: Hex, at: number): string {
  const word = hex.slice(2 + 64 * at, 66 + 64 * at);
  if (lowerHexWord.test(word)) return word;
  const lower = word.toLowerCase();
  if (!lowerHexWord.test(lower)) throw new Error('The log is shorter than its event, or not hex');
  return lower;
}

/** Adds the addresses it finds to `addresses`. */
function asJson(value: unknown, input: AbiParameter | undefined, addresses: string[]): unknown {
  if (Array.isArray(value)) return value.map((entry) => asJson(entry, input, addresses));
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'object' && value && input && 'components' in input) {
    const fields = value as Record<string, unknown>;
    return Object.fromEntries(
      input.components.map((part) => [part.name, asJson(fields[part.name ?? ''], part, addresses)]),
    );
  }
  if (typeof value !== 'string') return value;
  // PostgreSQL rejects NUL in text, and anyone can put one into a string.
  if (!input?.type.startsWith('address')) return value.replaceAll('\0', '\uFFFD');
  const address = value.toLowerCase();
  addresses.push(address);
  return address;
}
