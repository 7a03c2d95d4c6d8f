import { type Address, concatHex, encodeFunctionData, type Hex, pad, parseAbi, zeroAddress } from 'viem';
import {
  deploySafeFactoryWith,
  deploySafeWith,
  futureSafeWith,
  type SafeFactory,
} from './safe-deployment.ts';
import { mined, type TestWallet, testChain } from './test-wallets.ts';

const safeAbi = parseAbi([
  'function execTransaction(address, uint256, bytes, uint8, uint256, uint256, uint256, address, address, bytes) returns (bool)',
  'function swapOwner(address prevOwner, address oldOwner, address newOwner)',
]);
/** What a Safe's list of owners begins with. */
const sentinel = '0x0000000000000000000000000000000000000001';

/** Everything that Safes are made of, but no Safe. */
export function deploySafeFactory(deployer: TestWallet): Promise<SafeFactory> {
  const { reader, walletClient } = testChain();
  return deploySafeFactoryWith(reader, walletClient(deployer));
}

/** A Safe that is yet to be deployed: where it will be, and the call to the factory that deploys it. */
export function futureSafe(parts: SafeFactory, owners: Address[]) {
  return futureSafeWith(testChain().reader, parts, owners, 1n);
}

/** Deploys a Safe whose owners may each act alone, or `threshold` of them together; gives its address, lowercase. */
export async function deploySafe(deployer: TestWallet, owners: Address[], threshold = 1n): Promise<Address> {
  const { reader, walletClient } = testChain();
  return deploySafeWith(reader, walletClient(deployer), owners, threshold);
}

/** Replaces the first owner of a Safe, as that owner. */
export async function swapFirstOwner(safe: Address, first: TestWallet, next: Address): Promise<void> {
  const data = encodeFunctionData({
    abi: safeAbi,
    functionName: 'swapOwner',
    args: [sentinel, first.address, next],
  });
  await actAsSafe(safe, first, { to: safe, data });
}

/** Lets a Safe call a contract, by one of its owners. */
export async function actAsSafe(safe: Address, owner: TestWallet, { to, data }: { to: Address; data: Hex }) {
  const { reader, walletClient } = testChain();
  // An owner that sends the transaction itself needs no signature (v = 1).
  const signature = concatHex([pad(owner.address), pad('0x'), '0x01']);
  const args = [to, 0n, data, 0, 0n, 0n, 0n, zeroAddress, zeroAddress, signature] as const;
  const call = { address: safe, abi: safeAbi, functionName: 'execTransaction', args } as const;
  return mined(reader, await walletClient(owner).writeContract(call));
}

/** The signature of a Safe (ERC-1271) for a hash, made by one of its owners. */
export async function signAsSafe(safe: Address, owner: TestWallet, hash: Hex): Promise<Hex> {
  return owner.signTypedData({
    domain: { chainId: 31337, verifyingContract: safe },
    types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
    primaryType: 'SafeMessage',
    message: { message: hash },
  });
}
