import {
  type Account,
  type Address,
  concatHex,
  createWalletClient,
  encodeAbiParameters,
  type Hex,
  http,
  numberToHex,
  size,
} from 'viem';
import type { ChainClient } from './chain-client.ts';

/**
 * Contracts of a few bytes, assembled by hand. Each answers every call in one fixed way. `PUSH2 size DUP1 PUSH1 start
 * PUSH0 CODECOPY` copies the bytes after the code to memory and leaves `size` on the stack.
 */
const copyBehind = (bytes: Hex, start: Hex): Hex =>
  concatHex(['0x61', numberToHex(size(bytes), { size: 2 }), '0x8060', start, '0x5f39']);

/** Answers with these bytes: `… PUSH0 RETURN`. It is also how init code returns the code of a contract. */
export const returning = (bytes: Hex): Hex => concatHex([copyBehind(bytes, '0x0a'), '0x5ff3', bytes]);

/**
 * An ERC-20 that answers `decimals()` with 18 and every other call with these bytes:
 * `PUSH0 CALLDATALOAD PUSH1 224 SHR PUSH4 decimals() EQ PUSH1 24 JUMPI … PUSH0 RETURN JUMPDEST PUSH1 18 PUSH0 MSTORE …`
 */
export const tokenReturning = (bytes: Hex): Hex =>
  concatHex(['0x5f3560e01c63313ce56714601857', copyBehind(bytes, '0x21'), '0x5ff35b60125f5260205ff3', bytes]);

/**
 * An ERC-20 whose name and symbol are these bytes. It answers a call with two arguments (`hasRole`) with the word that it stores
 * under the second one, and every other call with the word under the selector: 0 at first. A call with three arguments stores:
 * the second under the first.
 * `PUSH0 CALLDATALOAD PUSH1 224 SHR DUP1 PUSH4 symbol() EQ PUSH1 63 JUMPI DUP1 PUSH4 name() EQ PUSH1 63 JUMPI CALLDATASIZE
 * PUSH1 100 EQ PUSH1 47 JUMPI CALLDATASIZE PUSH1 68 EQ PUSH1 56 JUMPI JUMPDEST SLOAD PUSH0 MSTORE PUSH1 32 PUSH0 RETURN JUMPDEST
 * PUSH1 36 CALLDATALOAD PUSH1 4 CALLDATALOAD SSTORE STOP JUMPDEST PUSH1 36 CALLDATALOAD PUSH1 39 JUMP JUMPDEST … PUSH0 RETURN`
 */
export const tokenOfWords = (text: Hex): Hex =>
  concatHex([
    '0x5f3560e01c806395d89b4114603f57806306fdde0314603f5736606414602f57366044146038575b545f5260205ff3',
    '0x5b60243560043555005b6024356027565b',
    copyBehind(text, '0x4a'),
    '0x5ff3',
    text,
  ]);

/**
 * Answers one function with these bytes and reverts on every other call:
 * `PUSH0 CALLDATALOAD PUSH1 224 SHR PUSH4 selector EQ PUSH1 19 JUMPI PUSH0 PUSH0 REVERT JUMPDEST … PUSH0 RETURN`
 */
export const answering = (selector: Hex, bytes: Hex): Hex =>
  concatHex(['0x5f3560e01c63', selector, '0x146011575f5ffd5b', copyBehind(bytes, '0x1c'), '0x5ff3', bytes]);

/** Reverts with these bytes: `… PUSH0 REVERT`. */
export const reverting = (bytes: Hex): Hex => concatHex([copyBehind(bytes, '0x0a'), '0x5ffd', bytes]);

/** As `reverting`, with its own address in the first argument: `… ADDRESS PUSH1 4 MSTORE PUSH0 REVERT`. */
export const revertingWithItself = (bytes: Hex): Hex =>
  concatHex([copyBehind(bytes, '0x0e'), '0x306004525ffd', bytes]);

/** Answers with that many zero bytes: `PUSH4 length PUSH0 RETURN`. */
export const returningZeros = (length: number): Hex =>
  concatHex(['0x63', numberToHex(length, { size: 4 }), '0x5ff3']);

/**
 * Loops forever: `JUMPDEST GAS BALANCE POP PUSH0 JUMP`. The remaining gas, taken as an address, differs each time and
 * so costs the full price: the gas runs out before any timeout.
 */
export const looping: Hex = '0x5b5a31505f56';

/**
 * Counts down from 20,000, which takes about 600,000 gas, and answers with 1:
 * `PUSH2 20000 JUMPDEST PUSH1 1 SWAP1 SUB DUP1 PUSH1 3 JUMPI PUSH1 1 PUSH0 MSTORE PUSH1 32 PUSH0 RETURN`
 */
export const counting: Hex = '0x614e205b600190038060035760015f5260205ff3';

/** Answers with the gas that it got: `GAS PUSH0 MSTORE PUSH1 32 PUSH0 RETURN`. */
export const gasMeter: Hex = '0x5a5f5260205ff3';

/** Answers every call with these addresses, as a Safe answers `getOwners()`. */
export const returningAddresses = (addresses: Address[]): Hex =>
  returning(encodeAbiParameters([{ type: 'address[]' }], [addresses]));

export const invalid: Hex = '0xfe';

/** Deploys a contract with this code. */
export async function deployCode({ node }: ChainClient, account: Account, code: Hex): Promise<Address> {
  const wallet = createWalletClient({ account, transport: http(node.transport.url) });
  const hash = await wallet.sendTransaction({ chain: null, data: returning(code) });
  const { contractAddress } = await node.waitForTransactionReceipt({ hash, pollingInterval: 20 });
  if (!contractAddress) throw new Error('The contract was not deployed');
  return contractAddress.toLowerCase() as Address;
}

/**
 * Deploys a contract whose owners are twelve contracts that loop forever. The access resolver calls each of them and
 * uses up its whole budget on a lab that it holds.
 */
export async function deployHostileHolder(chain: ChainClient, account: Account): Promise<Address> {
  const owners: Address[] = [];
  for (let index = 0; index < 12; index += 1) owners.push(await deployCode(chain, account, looping));
  return deployCode(chain, account, returningAddresses(owners));
}
