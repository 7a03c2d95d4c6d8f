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

interface SafeFactory {
  singleton: Address;
  factory: Address;
  handler: Address;
}

/** Everything that Safes are made of, but no Safe. */
export async function deploySafeFactory(deployer: TestWallet): Promise<SafeFactory> {
  const { reader, walletClient } = testChain();
  const create = async (path: string) => {
    const data = bytecodeOf(path);
    const { contractAddress } = await mined(reader, await walletClient(deployer).sendTransaction({ data }));
    return contractAddress ?? zeroAddress;
  };
  return {
    singleton: await create('SafeL2.sol/SafeL2'),
    factory: await create('proxies/SafeProxyFactory.sol/SafeProxyFactory'),
    handler: await create('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler'),
  };
}

/** A Safe that is yet to be deployed: where it will be, and the call to the factory that deploys it. */
export async function futureSafe({ singleton, factory, handler }: SafeFactory, owners: Address[]) {
  const setupArgs = [owners, 1n, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress] as const;
  const setup = encodeFunctionData({ abi: safeAbi, functionName: 'setup', args: setupArgs });
  const call = {
    abi: factoryAbi,
    functionName: 'createProxyWithNonce',
    args: [singleton, setup, 0n],
  } as const;
  const { result } = await testChain().reader.simulateContract({ address: factory, ...call });
  return { address: result.toLowerCase() as Address, to: factory, data: encodeFunctionData(call) };
}

/** Deploys a Safe whose owners may each act alone; gives its address, lowercase. */
export async function deploySafe(deployer: TestWallet, owners: Address[]): Promise<Address> {
  const { reader, walletClient } = testChain();
  const { address, to, data } = await futureSafe(await deploySafeFactory(deployer), owners);
  await mined(reader, await walletClient(deployer).sendTransaction({ to, data }));
  return address;
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
