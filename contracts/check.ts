import { isContractError } from '@labroom/protocol/call-error';
import {
  type AbiFunction,
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  parseAbiItem,
  zeroAddress,
} from 'viem';

/** A read of a contract with its expected result. Data, so that a manifest can hold it. */
export interface Check {
  /** The statement that is true if the check passes. */
  name: string;
  address: Address;
  /** Signature with result, for example `owner() view returns (address)`. */
  read: string;
  args: readonly string[];
  /** The result as text; addresses in any letter case. */
  expected: string;
}

/** Reads of one contract that return an address, by function. */
export function addressChecks(
  contract: string,
  address: Address,
  expected: Readonly<Record<string, Address>>,
): Check[] {
  return Object.entries(expected).map(([getter, value]) => ({
    name: `${contract}.${getter}() is ${value}`,
    address,
    read: `${getter}() view returns (address)`,
    args: [],
    expected: value,
  }));
}

interface Caller {
  call(request: { to: Address; data: `0x${string}` }): Promise<{ data?: `0x${string}` | undefined }>;
}

/** Returns what is wrong, or null. @throws if the node does not answer */
export async function failureOf(reader: Caller, check: Check): Promise<string | null> {
  const abi = [parseAbiItem(`function ${check.read}`) as AbiFunction] as const;
  const { data } = await reader
    .call({ to: check.address, data: encodeFunctionData({ abi, args: check.args }) })
    .catch((error: unknown) => {
      if (isContractError(error)) return { data: undefined };
      throw error;
    });
  const result = data && decoded(abi, data);
  if (result === undefined) return `${check.name}: ${check.address} does not answer ${abi[0].name}()`;
  if (result.toLowerCase() === check.expected.toLowerCase()) return null;
  return `${check.name}: ${check.address} answers ${result}`;
}

function decoded(abi: readonly [AbiFunction], data: `0x${string}`): string | undefined {
  try {
    return String(decodeFunctionResult({ abi, data }));
  } catch {
    return undefined;
  }
}

/** EIP-1967: where a proxy keeps the address of its code. */
const IMPLEMENTATION_SLOT = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc';

interface StorageReader {
  getStorageAt(request: { address: Address; slot: `0x${string}` }): Promise<`0x${string}` | undefined>;
}

/** Returns the lowercase address of the code that a proxy runs; `null` if the contract is no proxy. */
export async function implementationOf(reader: StorageReader, address: Address): Promise<Address | null> {
  const slot = await reader.getStorageAt({ address, slot: IMPLEMENTATION_SLOT });
  const implementation = `0x${(slot ?? '0x').slice(2).padStart(64, '0').slice(24)}` as const;
  return implementation === zeroAddress ? null : implementation;
}
