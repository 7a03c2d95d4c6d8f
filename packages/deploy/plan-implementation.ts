import type { Implementation, Manifest } from '@labroom/contracts/manifest';
import { concatHex, encodeFunctionData, type Hex, keccak256, parseAbi, zeroHash } from 'viem';
import { bytecodes } from './bytecode.generated.ts';
import { create2Step } from './create2.ts';
import type { PlannedContract } from './plan.ts';
import { ownSuiteId } from './suites.ts';

/** The contracts behind proxies of the owner. */
export const upgradeable = ['AccessResolver', 'OclTokenizerPolicy', 'DidRegistry'] as const;
export type Upgradeable = (typeof upgradeable)[number];

interface ImplementationPlan {
  step: PlannedContract;
  /** What the owner has the proxy do. */
  upgradeCall: Hex;
  proxy: string;
  /** The entry of the manifest, for the code at the address. */
  entry: (code: Hex) => Implementation;
}

/**
 * The code of this checkout for a proxy of a deployment, with the arguments of the first one, at an address that proves it.
 * @throws Error if the manifest lists no such contract
 */
export function planImplementation(
  deployment: NonNullable<Manifest['deployment']>,
  contract: Upgradeable,
  salt: Hex = zeroHash,
): ImplementationPlan {
  const first = deployment.contracts.find((listed) => listed.contract === contract);
  if (!first) throw new Error(`The manifest lists no ${contract}.`);
  const { constructorArguments } = first;
  const initCode = concatHex([bytecodes[contract], constructorArguments]);
  const step = { ...create2Step(contract, salt, initCode), contract, constructorArguments };
  const { address } = step;
  return {
    step,
    upgradeCall: encodeFunctionData({
      abi: parseAbi(['function upgradeToAndCall(address newImplementation, bytes data) payable']),
      args: [address, '0x'],
    }),
    proxy: `${contract} proxy`,
    entry: (code) => ({
      contract,
      address,
      salt,
      constructorArguments,
      codeHash: keccak256(code),
      suite: ownSuiteId(),
    }),
  };
}
