import { createRequire } from 'node:module';
import {
  type Address,
  concatHex,
  decodeEventLog,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashMessage,
  pad,
  parseAbi,
  zeroAddress,
} from 'viem';
import { labNftAbi } from '#contracts/abi.generated.ts';
import { bytecodes } from '#contracts/deploy/bytecode.generated.ts';
import type { Chain } from './chain.ts';

const require = createRequire(import.meta.url);
const safeCode = (path: string): Hex =>
  require(`@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`).bytecode;

const safeAbi = parseAbi([
  'function setup(address[], uint256, address, bytes, address, address, uint256, address)',
  'event ProxyCreation(address indexed proxy, address singleton)',
  'function createProxyWithNonce(address, bytes, uint256) returns (address)',
  'function execTransaction(address, uint256, bytes, uint8, uint256, uint256, uint256, address, address, bytes) returns (bool)',
  'function swapOwner(address prevOwner, address oldOwner, address newOwner)',
]);
/** The head of a Safe's list of owners. */
const sentinel = '0x0000000000000000000000000000000000000001';

async function deployed(chain: Chain, data: Hex): Promise<Address> {
  const { contractAddress } = await chain.deploy(data);
  if (!contractAddress) throw new Error('The contract was not deployed');
  return contractAddress;
}

/** A Safe of which each owner may act alone. */
export async function deploySafe(chain: Chain, owners: Address[]): Promise<Address> {
  const singleton = await deployed(chain, safeCode('SafeL2.sol/SafeL2'));
  const factory = await deployed(chain, safeCode('proxies/SafeProxyFactory.sol/SafeProxyFactory'));
  const handler = await deployed(
    chain,
    safeCode('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler'),
  );
  const args = [owners, 1n, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress] as const;
  const setup = encodeFunctionData({ abi: safeAbi, functionName: 'setup', args });
  const { logs } = await chain.write({
    address: factory,
    abi: safeAbi,
    functionName: 'createProxyWithNonce',
    args: [singleton, setup, 0n],
  });
  for (const { address, data, topics } of logs) {
    if (address.toLowerCase() !== factory.toLowerCase()) continue;
    return decodeEventLog({ abi: safeAbi, eventName: 'ProxyCreation', data, topics }).args.proxy;
  }
  throw new Error('The factory told of no Safe');
}

/** Puts somebody else in the place of the chain's owner, who was the Safe's first. */
export async function leaveSafe(chain: Chain, safe: Address, next: Address): Promise<void> {
  const names = [sentinel, chain.owner.address, next] as const;
  const data = encodeFunctionData({ abi: safeAbi, functionName: 'swapOwner', args: names });
  // An owner that sends the transaction itself needs no signature (v = 1).
  const signature = concatHex([pad(chain.owner.address), pad('0x'), '0x01']);
  await chain.write({
    address: safe,
    abi: safeAbi,
    functionName: 'execTransaction',
    args: [safe, 0n, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, signature],
  });
}

/** An ERC-4337 account that names its owner. */
export function deployAccount(chain: Chain, owner: Address): Promise<Address> {
  return deployed(
    chain,
    concatHex([bytecodes.RelayerAccount, encodeAbiParameters([{ type: 'address' }], [owner])]),
  );
}

/** Gives a lab of the chain's owner away. */
export async function transferLab(chain: Chain, tokenId: bigint, to: Address): Promise<void> {
  await chain.write({
    address: chain.contracts.labNft,
    abi: labNftAbi,
    functionName: 'transferFrom',
    args: [chain.owner.address, to, tokenId],
  });
}

/** The signature of a Safe (ERC-1271) for a text, made by one of its owners. */
export function signAsSafe(chain: Chain, safe: Address, message: string, chainId: number): Promise<Hex> {
  return chain.owner.signTypedData({
    domain: { chainId, verifyingContract: safe },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: hashMessage(message) },
  });
}
