import type { Address } from '@labroom/contracts/networks';
import { concatHex, getCreate2Address, type Hex } from 'viem';

/**
 * The deterministic deployment proxy (github.com/Arachnid/deterministic-deployment-proxy), which exists at this
 * address on nearly every chain. Its call data is a salt followed by init code.
 */
export const create2Deployer = {
  address: '0x4e59b44847b379578588920cA78FbF26c0B4956C',
  /** The signature is made up and the sender recovered from it, so no key exists. Valid on every chain. */
  rawTransaction:
    '0xf8a58085174876e800830186a08080b853604580600e600039806000f350fe7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf31ba02222222222222222222222222222222222222222222222222222222222222222a02222222222222222222222222222222222222222222222222222222222222222',
  sender: '0x3fAB184622Dc19b6109349B94811493BF2a45362',
  /** Cost of `rawTransaction` in wei: 100,000 gas at 100 gwei. */
  cost: 10n ** 16n,
} as const;

/** Deployment of one contract at an address that depends on its code. */
export interface Create2Step<Name extends string = string> {
  name: Name;
  salt: Hex;
  initCode: Hex;
  address: Address;
}

/** A step whose address is computed from salt and init code. */
export function create2Step<Name extends string>(name: Name, salt: Hex, initCode: Hex): Create2Step<Name> {
  return {
    name,
    salt,
    initCode,
    address: getCreate2Address({ from: create2Deployer.address, salt, bytecode: initCode }),
  };
}

/** Call data for the deployer. */
export function create2Calldata(step: Create2Step): Hex {
  return concatHex([step.salt, step.initCode]);
}
