import { randomBytes } from 'node:crypto';
import * as abis from '@labroom/contracts/abi';
import { depth } from '@labroom/testing/depth.ts';
import {
  type Abi,
  type AbiEvent,
  type AbiParameter,
  concatHex,
  decodeEventLog,
  encodeAbiParameters,
  type Hex,
  keccak256,
  parseAbi,
  toEventSelector,
  toHex,
} from 'viem';
import { describe, expect, test } from 'vitest';
import { knownEvent } from './known-event.ts';

const oddities = parseAbi([
  'struct Share { address holder; uint256 amount; }',
  'struct Plain { int48 small; bool yes; }',
  'event Words(int8 indexed a, int256 indexed b, bytes4 indexed c, uint48 d, uint56 e, int128 f, bool g, bytes1 h)',
  'event Hashed(string indexed text, uint256[] indexed list, Share indexed share, address last)',
  'event Mixed(bytes blob, uint8 a, string text, address[] people, Share[] shares, uint256[2] pair, bool b)',
  'event Tuple(Plain plain, uint256 rest)',
  'event Nothing()',
]);
const all: Abi = [...Object.values(abis).flat(), ...oddities] as Abi;
const events = all.filter((item): item is AbiEvent => item.type === 'event');

const random = (bytes: number) => toHex(randomBytes(bytes));
const isHashed = (type: string) => /^(string|bytes|tuple.*|.*\])$/.test(type);

/** A random value of a type, often a limit of it. */
function sampleOf(parameter: AbiParameter): unknown {
  const { type } = parameter;
  const array = /^(.*)\[(\d*)\]$/.exec(type);
  if (array) {
    const length = array[2] ? Number(array[2]) : Math.floor(Math.random() * 4);
    return Array.from({ length }, () => sampleOf({ ...parameter, type: array[1] ?? '' }));
  }
  if (type === 'tuple' && 'components' in parameter)
    return Object.fromEntries(parameter.components.map((part) => [part.name, sampleOf(part)]));
  if (type === 'address') return random(20);
  if (type === 'bool') return Math.random() < 0.5;
  if (type === 'string') return ['', 'Lab', 'ünïcödé 🧬', 'x'.repeat(70)][Math.floor(Math.random() * 4)];
  if (type === 'bytes') return Math.random() < 0.3 ? '0x' : random(1 + Math.floor(Math.random() * 70));
  if (type.startsWith('bytes')) return random(Number(type.slice(5)));
  const bits = BigInt(/\d+/.exec(type)?.[0] ?? 256);
  const [from, to] = type.startsWith('u')
    ? [0n, 2n ** bits - 1n]
    : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
  const between = from + (BigInt(random(33)) % (to - from + 1n));
  const value = [from, to, 0n, between][Math.floor(Math.random() * 4)] ?? 0n;
  return bits > 48n ? value : Number(value);
}

function logOf(event: AbiEvent): { topics: [Hex, ...Hex[]]; data: Hex } {
  const indexed = event.inputs.filter((input) => input.indexed);
  const plain = event.inputs.filter((input) => !input.indexed);
  const topics = indexed.map((input) =>
    isHashed(input.type) ? keccak256(random(8)) : encodeAbiParameters([input], [sampleOf(input)]),
  );
  return {
    topics: [toEventSelector(event), ...topics],
    data: encodeAbiParameters(plain, plain.map(sampleOf)),
  };
}

/** As the index stores it: big integers as strings, addresses in lower case. */
function asKept(value: unknown, parameter: AbiParameter | undefined): unknown {
  if (Array.isArray(value)) return value.map((entry) => asKept(entry, parameter));
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string' && parameter?.type.startsWith('address')) return value.toLowerCase();
  if (typeof value !== 'object' || value === null) return value;
  const parts = parameter && 'components' in parameter ? parameter.components : [];
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      asKept(
        field,
        parts.find((part) => part.name === name),
      ),
    ]),
  );
}

function byViem(event: AbiEvent, log: { topics: [Hex, ...Hex[]]; data: Hex }): Record<string, unknown> {
  const { args = {} } = decodeEventLog({ abi: [event], ...log }) as { args?: Record<string, unknown> };
  return Object.fromEntries(event.inputs.map((input) => [input.name, asKept(args[input.name ?? ''], input)]));
}

describe('an event is read as viem reads it', () => {
  test.each(
    events.map((event) => [`${event.name}(${event.inputs.map(({ type }) => type)})`, event] as const),
  )('%s', (_, event) => {
    const known = knownEvent(event);
    for (let round = 0; round < depth.randomValues; round += 1) {
      const log = logOf(event);
      const expected = byViem(event, log);
      expect(known.read(log).args).toEqual(expected);
      const shouting = {
        topics: log.topics.map((topic) => `0x${topic.slice(2).toUpperCase()}` as const),
        data: `0x${log.data.slice(2).toUpperCase()}` as const,
      };
      expect(known.read(shouting).args).toEqual(expected);
      // Bytes after the data of an event are ignored.
      if (log.data !== '0x')
        expect(known.read({ ...log, data: concatHex([log.data, random(32)]) }).args).toEqual(expected);
    }
  });

  test('and its addresses are returned', () => {
    const [event] = parseAbi(['event E(address indexed a, address[] b, uint256 c)']);
    const [a, b] = [random(20), random(20)];
    const topics = [toEventSelector(event), encodeAbiParameters([{ type: 'address' }], [a])];
    const data = encodeAbiParameters([{ type: 'address[]' }, { type: 'uint256' }], [[b, a], 1n]);
    expect(knownEvent(event).read({ topics, data }).addresses).toEqual([a, b, a]);
  });
});

describe('a log that does not fit its event is refused', () => {
  const [words] = parseAbi(['event E(address indexed a, uint256 b, bool c)']);
  const topics = [toEventSelector(words), encodeAbiParameters([{ type: 'address' }], [random(20)])];
  const data = encodeAbiParameters([{ type: 'uint256' }, { type: 'bool' }], [1n, true]);
  const [texts] = parseAbi(['event E(string a)']);

  test.each([
    ['without a topic', words, { topics: topics.slice(0, 1), data }],
    ['with half a topic', words, { topics: [topics[0], topics[1]?.slice(0, 40)], data }],
    ['without data', words, { topics, data: '0x' }],
    ['with data cut short', words, { topics, data: data.slice(0, -2) }],
    ['with data that are no hex', words, { topics, data: `${data.slice(0, -2)}zz` }],
    ['with a boolean of two', words, { topics, data: `${data.slice(0, -1)}2` }],
    ['with a text whose offset is out of range', texts, { topics: [topics[0]], data: `0x${'f'.repeat(64)}` }],
  ])('%s', (_, event, log) => {
    expect(() => knownEvent(event).read(log as { topics: Hex[]; data: Hex })).toThrow();
  });

  test('with a number too large for its type', () => {
    const [small] = parseAbi(['event E(uint8 a)']);
    const log = { topics: [toEventSelector(small)], data: `0x${'f'.repeat(64)}` as const };
    expect(() => knownEvent(small).read(log)).toThrow('uint8');
  });
});
