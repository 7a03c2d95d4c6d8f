import type { Address } from '@labroom/contracts/networks';
import {
  type AbiFunction,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
} from 'viem';
import { create2Step } from './create2.ts';
import type { Bytecodes, CreatedContract, PlannedContract } from './plan.ts';

interface CreatedPart {
  name: string;
  contract: keyof Bytecodes;
  types: readonly string[];
  /** Arguments of the constructor. */
  values: readonly unknown[];
}

/** The first contracts that the constructor of a contract creates, in order. */
export function createdBy<const Parts extends readonly CreatedPart[]>(creator: Address, parts: Parts) {
  const created = parts.map(({ name, contract, types, values }, index) => ({
    name,
    contract,
    address: getContractAddress({ from: creator, nonce: BigInt(index + 1) }),
    constructorArguments: encodeAbiParameters(
      types.map((type) => ({ type })),
      values,
    ),
    createdBy: { address: creator, nonce: index + 1 },
  }));
  return created as { [Index in keyof Parts]: CreatedContract };
}

/**
 * What the constructor of a proxy calls in its code.
 * @param values arguments in order, by their names
 */
export function initializeCall(values: Readonly<Record<string, Address>>): Hex {
  const inputs = Object.keys(values).map((name) => ({ name, type: 'address' }));
  const initialize: AbiFunction = {
    type: 'function',
    name: 'initialize',
    stateMutability: 'nonpayable',
    inputs,
    outputs: [],
  };
  return encodeFunctionData({ abi: [initialize], args: Object.values(values) });
}

/** Steps that deploy a contract each. */
export function stepsOf(bytecodes: Bytecodes, salt: Hex) {
  const step = (
    name: string,
    contract: keyof Bytecodes,
    types: readonly string[],
    values: readonly unknown[],
  ): PlannedContract => {
    const constructorArguments = encodeAbiParameters(
      types.map((type) => ({ type })),
      values,
    );
    const initCode = concatHex([bytecodes[contract], constructorArguments]);
    return { ...create2Step(name, salt, initCode), contract, constructorArguments };
  };
  return {
    step,
    plain: (contract: keyof Bytecodes) => step(contract, contract, [], []),
    /** An ERC-1967 proxy that is initialized in its constructor, so that nobody else can initialize it. */
    proxy(name: string, implementation: Address, initialize: Hex): PlannedContract {
      return step(name, 'ERC1967Proxy', ['address', 'bytes'], [implementation, initialize]);
    },
  };
}
