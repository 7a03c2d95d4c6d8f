import { createRequire } from 'node:module';
import { type Address, concatHex, encodeFunctionData, type Hex, pad, parseAbi, zeroAddress } from 'viem';
import { mined, type TestWallet, testChain } from './test-wallets.ts';

const require = createRequire(import.meta.url);
const bytecodeOf = (path: string): Hex =>
  require(`@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`).bytecode;

const safeAbi = parseAbi([
  'function setup(address[], uint256, address, bytes, address, address, uint256, address)',
  'function execTransaction(address, uint256, bytes, uint8, uint256, uint256, uint256, address, address, bytes) returns (bool)',
  'function swapOwner(address prevOwner, address oldOwner, address newOwner)',
]);
const factoryAbi = parseAbi(['function createProxyWithNonce(address, bytes, uint256) returns (address)']);
/** What a Safe's list of owners begins with. */
const sentinel = '0x0000000000000000000000000000000000000001';

/** Deploys a Safe whose owners may each act alone; gives its address, lowercase. */
export async function deploySafe(deployer: TestWallet, owners: Address[]): Promise<Address> {
  const { reader, walletClient } = testChain();
  const wallet = walletClient(deployer);
  const create = async (data: Hex) => {
    const { contractAddress } = await mined(reader, await wallet.sendTransaction({ data }));
    return contractAddress ?? zeroAddress;
  };
  const singleton = await create(bytecodeOf('SafeL2.sol/SafeL2'));
  const factory = await create(bytecodeOf('proxies/SafeProxyFactory.sol/SafeProxyFactory'));
  const handler = await create(
    bytecodeOf('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler'),
  );
  const setupArgs = [owners, 1n, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress] as const;
  const setup = encodeFunctionData({ abi: safeAbi, functionName: 'setup', args: setupArgs });
  const call = { address: factory, abi: factoryAbi, functionName: 'createProxyWithNonce' } as const;
  const { result, request } = await reader.simulateContract({
    ...call,
    args: [singleton, setup, 0n],
    account: deployer,
  });
  await mined(reader, await wallet.writeContract(request));
  return result.toLowerCase() as Address;
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
