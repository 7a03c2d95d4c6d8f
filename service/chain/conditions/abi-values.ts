import { type AbiParameter, type Address, type Hex, isAddress, isHex, size } from 'viem';
import { arrayElement, componentsOf, type ScalarKind, scalarKind } from './abi-types.ts';
import { userAddressPlaceholder } from './conditions.ts';

export type AbiScalar = bigint | boolean | string;
export type AbiValue = AbiScalar | AbiValue[];

/**
 * Parses a value of the given type: numbers in decimal or `0x` hex, `true` and `false`, addresses, bytes in hex, plain
 * text; arrays and tuples as JSON arrays of these.
 * @throws TypeError that names the expected format
 */
export function parseAbiValue(parameter: AbiParameter, text: string, userAddress: Address): AbiValue {
  const kind = scalarKind(parameter.type);
  if (kind !== null) return parseScalar(kind, parameter.type, text, userAddress);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new TypeError(`${parameter.type} is written as a JSON array`);
  }
  return fromJson(parameter, json, userAddress);
}

/** As `parseAbiValue`, for a type that is neither array nor tuple. */
export function parseScalar(kind: ScalarKind, type: string, text: string, userAddress: Address): AbiScalar {
  if (text === userAddressPlaceholder && kind !== 'address') {
    throw new TypeError(`${userAddressPlaceholder} is an address, not ${type}`);
  }
  switch (kind) {
    case 'address':
      return parseAddress(text, userAddress);
    case 'bool':
      if (text !== 'true' && text !== 'false') throw new TypeError('bool is written true or false');
      return text === 'true';
    case 'string':
      return text;
    case 'bytes':
    case 'fixedBytes':
      return parseBytes(type, text);
    case 'int':
    case 'uint':
      return parseInteger(type, text);
  }
}

function fromJson(parameter: AbiParameter, json: unknown, userAddress: Address): AbiValue {
  const array = arrayElement(parameter);
  if (array !== null) {
    const items = jsonArray(parameter, json, array.length);
    return items.map((item) => fromJson(array.element, item, userAddress));
  }
  if (parameter.type === 'tuple') {
    const components = componentsOf(parameter);
    const items = jsonArray(parameter, json, components.length);
    return components.map((component, index) => fromJson(component, items[index], userAddress));
  }
  const kind = scalarKind(parameter.type);
  if (kind === null) throw new TypeError(`${parameter.type} is not a type`);
  return parseScalar(kind, parameter.type, jsonScalar(json), userAddress);
}

function jsonArray(parameter: AbiParameter, json: unknown, length: number | null): unknown[] {
  if (!Array.isArray(json)) throw new TypeError(`${parameter.type} is written as a JSON array`);
  if (length !== null && json.length !== length) throw new TypeError(`${parameter.type} has ${length} items`);
  return json;
}

/** JSON numbers lose digits beyond 2^53, so larger ones must be strings. */
function jsonScalar(json: unknown): string {
  if (typeof json === 'string') return json;
  if (typeof json === 'boolean' || Number.isSafeInteger(json)) return String(json);
  throw new TypeError('values in arrays are strings, booleans or whole numbers up to 2^53 - 1');
}

function parseAddress(text: string, userAddress: Address): string {
  if (text === userAddressPlaceholder) return userAddress.toLowerCase();
  if (!isAddress(text))
    throw new TypeError('address is written as 0x and 40 hex digits, with a right checksum if in mixed case');
  return text.toLowerCase();
}

function parseBytes(type: string, text: string): Hex {
  if (!isHex(text) || text.length % 2 !== 0)
    throw new TypeError(`${type} is written as 0x and pairs of hex digits`);
  if (type !== 'bytes' && size(text) !== Number(type.slice('bytes'.length))) {
    throw new TypeError(`${type} has exactly that many bytes`);
  }
  return text.toLowerCase() as Hex;
}

function parseInteger(type: string, text: string): bigint {
  if (!/^(?:-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(text))
    throw new TypeError(`${type} is written as a whole number`);
  const value = BigInt(text);
  const unsigned = type.startsWith('u');
  const bits = BigInt(type.slice(unsigned ? 4 : 3));
  const [minimum, end] = unsigned ? [0n, 1n << bits] : [-(1n << (bits - 1n)), 1n << (bits - 1n)];
  if (value < minimum || value >= end) throw new TypeError(`${text} is out of the range of ${type}`);
  return value;
}
