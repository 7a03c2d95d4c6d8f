import type { Address } from '@labroom/contracts/networks';
import {
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  parseAbi,
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

/** What the constructor of a proxy calls in its code. */
export function initializeCall(owner: Address): Hex {
  const abi = parseAbi(['function initialize(address initialOwner)']);
  return encodeFunctionData({ abi, args: [owner] });
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
    proxy(name: string, implementation: Address, owner: Address): PlannedContract {
      return step(name, 'ERC1967Proxy', ['address', 'bytes'], [implementation, initializeCall(owner)]);
    },
  };
}
