import { createRequire } from 'node:module';
import {
  type Account,
  type Address,
  type Chain,
  encodeFunctionData,
  type Hex,
  type PublicClient,
  parseAbi,
  type Transport,
  type WalletClient,
  zeroAddress,
} from 'viem';

const require = createRequire(import.meta.url);
const bytecodeOf = (path: string): Hex =>
  require(`@safe-global/safe-smart-account/build/artifacts/contracts/${path}.json`).bytecode;

const setupAbi = parseAbi([
  'function setup(address[], uint256, address, bytes, address, address, uint256, address)',
  'function createProxyWithNonce(address, bytes, uint256) returns (address)',
]);

type Deployer = WalletClient<Transport, Chain, Account>;

export interface SafeFactory {
  singleton: Address;
  factory: Address;
  handler: Address;
}

/** Everything that Safes are made of, but no Safe. */
export async function deploySafeFactoryWith(reader: PublicClient, wallet: Deployer): Promise<SafeFactory> {
  const create = async (path: string) => {
    const hash = await wallet.sendTransaction({ data: bytecodeOf(path) });
    return (await mined(reader, hash)).contractAddress ?? zeroAddress;
  };
  return {
    singleton: await create('SafeL2.sol/SafeL2'),
    factory: await create('proxies/SafeProxyFactory.sol/SafeProxyFactory'),
    handler: await create('handler/CompatibilityFallbackHandler.sol/CompatibilityFallbackHandler'),
  };
}

/** A Safe that is yet to be deployed: where it will be, lowercase, and the call to the factory that deploys it. */
export async function futureSafeWith(
  reader: PublicClient,
  { singleton, factory, handler }: SafeFactory,
  owners: Address[],
  threshold: bigint,
) {
  const setupArgs = [owners, threshold, zeroAddress, '0x', handler, zeroAddress, 0n, zeroAddress] as const;
  const setup = encodeFunctionData({ abi: setupAbi, functionName: 'setup', args: setupArgs });
  const args = [singleton, setup, 0n] as const;
  const call = { abi: setupAbi, functionName: 'createProxyWithNonce', args } as const;
  const { result } = await reader.simulateContract({ address: factory, ...call });
  return { address: result.toLowerCase() as Address, to: factory, data: encodeFunctionData(call) };
}

/** Deploys a Safe of these owners, of whom `threshold` act together; gives its address, lowercase. */
export async function deploySafeWith(
  reader: PublicClient,
  wallet: Deployer,
  owners: Address[],
  threshold: bigint,
): Promise<Address> {
  const parts = await deploySafeFactoryWith(reader, wallet);
  const { address, to, data } = await futureSafeWith(reader, parts, owners, threshold);
  await mined(reader, await wallet.sendTransaction({ to, data }));
  return address;
}

async function mined(reader: PublicClient, hash: Hex) {
  const receipt = await reader.waitForTransactionReceipt({ hash });
  if (receipt.status !== 'success') throw new Error(`Transaction ${hash} reverted`);
  return receipt;
}
