import { createRequire } from 'node:module';
import type { LabChain } from '@labroom/client/chain/lab-chain.ts';
import {
  type Address,
  concatHex,
  encodeFunctionData,
  type Hex,
  type LocalAccount,
  pad,
  parseAbi,
  zeroAddress,
} from 'viem';

const require = createRequire(import.meta.url);
const bytecodeOf = (path: string): Hex =>
  require(`@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`).bytecode;

export const safeAbi = parseAbi([
  'function setup(address[], uint256, address, bytes, address, address, uint256, address)',
  'function createProxyWithNonce(address, bytes, uint256) returns (address)',
  'function execTransaction(address, uint256, bytes, uint8, uint256, uint256, uint256, address, address, bytes) returns (bool)',
  'function swapOwner(address prevOwner, address oldOwner, address newOwner)',
  'function addOwnerWithThreshold(address owner, uint256 threshold)',
  'function removeOwner(address prevOwner, address owner, uint256 threshold)',
  'function changeThreshold(uint256 threshold)',
  'function getOwners() view returns (address[])',
  'function nonce() view returns (uint256)',
]);
/** The head of a Safe's list of owners. */
const sentinel = '0x0000000000000000000000000000000000000001';

export interface SafeFactory {
  singleton: Address;
  factory: Address;
  handler: Address;
}

/** Everything that Safes are made of, but no Safe. */
export async function deploySafeFactory({ send }: Pick<LabChain, 'send'>): Promise<SafeFactory> {
  const create = async (path: string) =>
    (await send({ data: bytecodeOf(path) })).contractAddress ?? zeroAddress;
  return {
    singleton: await create('SafeL2.sol/SafeL2'),
    factory: await create('proxies/SafeProxyFactory.sol/SafeProxyFactory'),
    handler: await create('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler'),
  };
}

/** A Safe that is yet to be deployed: where it will be, lowercase, and the call to the factory that deploys it. */
export async function futureSafe(
  { reader }: Pick<LabChain, 'reader'>,
  { singleton, factory, handler }: SafeFactory,
  owners: Address[],
  threshold = 1n,
  saltNonce = 0n,
) {
  const setupArgs = [owners, threshold, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress] as const;
  const setup = encodeFunctionData({ abi: safeAbi, functionName: 'setup', args: setupArgs });
  const args = [singleton, setup, saltNonce] as const;
  const call = { abi: safeAbi, functionName: 'createProxyWithNonce', args } as const;
  const { result } = await reader.simulateContract({ address: factory, ...call });
  return { address: result.toLowerCase() as Address, to: factory, data: encodeFunctionData(call) };
}

/** Deploys a Safe whose owners may each act alone, or `threshold` of them together; gives its address, lowercase. */
export async function deploySafe(chain: LabChain, owners: Address[], threshold = 1n): Promise<Address> {
  const { address, to, data } = await futureSafe(chain, await deploySafeFactory(chain), owners, threshold);
  await chain.send({ to, data });
  return address;
}

/** The transaction by which one owner of a Safe, who sends it, has the Safe call a contract. */
export function safeTransaction(
  safe: Address,
  owner: Address,
  { to, data, value = 0n }: { to: Address; data: Hex; value?: bigint },
) {
  // An owner that sends the transaction itself needs no signature (v = 1).
  const signature = concatHex([pad(owner), pad('0x'), '0x01']);
  const args = [to, value, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, signature] as const;
  return { to: safe, data: encodeFunctionData({ abi: safeAbi, functionName: 'execTransaction', args }) };
}

/**
 * The next transaction of a Safe, signed by these owners. Anyone may send it.
 * @param signers as many as the Safe's threshold
 */
export async function signedSafeTransaction(
  { reader }: Pick<LabChain, 'reader'>,
  safe: Address,
  signers: readonly LocalAccount[],
  { to, data }: { to: Address; data: Hex },
) {
  const nonce = await reader.readContract({ address: safe, abi: safeAbi, functionName: 'nonce' });
  const message = { to, data, nonce, ...unpaid };
  const typedData = {
    domain: { chainId: reader.chain.id, verifyingContract: safe },
    types: safeTransactionTypes,
    primaryType: 'SafeTx',
    message,
  } as const;
  const sorted = signers.toSorted((a, b) => (a.address.toLowerCase() < b.address.toLowerCase() ? -1 : 1));
  const signatures = await Promise.all(sorted.map((signer) => signer.signTypedData(typedData)));
  const args = [to, 0n, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, concatHex(signatures)] as const;
  return { to: safe, data: encodeFunctionData({ abi: safeAbi, functionName: 'execTransaction', args }) };
}

const unpaid = {
  value: 0n,
  operation: 0,
  safeTxGas: 0n,
  baseGas: 0n,
  gasPrice: 0n,
  gasToken: zeroAddress,
  refundReceiver: zeroAddress,
};
const safeTransactionTypes = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
} as const;

/** Has a Safe call a contract, by one of its owners. */
export const actAsSafe = (chain: LabChain, safe: Address, call: { to: Address; data: Hex }) =>
  chain.send(safeTransaction(safe, chain.account.address, call));

/** Replaces the first owner of a Safe, as that owner. */
export function swapFirstOwner(chain: LabChain, safe: Address, next: Address) {
  const args = [sentinel, chain.account.address, next] as const;
  const data = encodeFunctionData({ abi: safeAbi, functionName: 'swapOwner', args });
  return actAsSafe(chain, safe, { to: safe, data });
}

/** The signature of a Safe (ERC-1271) for a hash, made by one of its owners. */
export const signAsSafe = (
  owner: Pick<LocalAccount, 'signTypedData'>,
  safe: Address,
  hash: Hex,
  chainId = 31337,
): Promise<Hex> =>
  owner.signTypedData({
    domain: { chainId, verifyingContract: safe },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: hash },
  });
