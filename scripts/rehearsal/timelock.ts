import { openLabChain } from '@labroom/client/chain/lab-chain.ts';
import { didRegistryAbi } from '@labroom/contracts/abi';
import { type Manifest, networkOf } from '@labroom/contracts/manifest';
import type { Address } from '@labroom/contracts/networks';
import { newKey, type PublicChain } from '@labroom/testing/public-chain.ts';
import { actAsSafe } from '@labroom/testing/safe.ts';
import { createTestClient, encodeFunctionData, type Hex, http, parseAbi, zeroHash } from 'viem';

const timelockAbi = parseAbi([
  'function schedule(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt, uint256 delay)',
  'function execute(address target, uint256 value, bytes payload, bytes32 predecessor, bytes32 salt) payable',
]);

/** The owner of the contracts: what the Safe proposes to the timelock, and executes after the delay. */
export function openOwner(
  chain: Pick<PublicChain, 'chainId' | 'rpcUrl' | 'signer' | 'safe'>,
  manifest: Manifest,
) {
  const { contracts } = networkOf(manifest, chain.chainId);
  const { timelock, delaySeconds } = manifest.administration ?? { timelock: '0x', delaySeconds: 0 };
  const network = { chainId: chain.chainId, contracts };
  const wallet = openLabChain({ rpcUrl: chain.rpcUrl, account: chain.signer, network });
  const send = (data: Hex) => actAsSafe(wallet, chain.safe, { to: timelock, data });
  return {
    wallet,
    send,
    async propose(target: Address, data: Hex) {
      const args = [target, 0n, data, zeroHash, zeroHash] as const;
      const functionName = 'schedule';
      const { transactionHash } = await send(
        encodeFunctionData({ abi: timelockAbi, functionName, args: [...args, BigInt(delaySeconds)] }),
      );
      return {
        transactionHash,
        execute: () => send(encodeFunctionData({ abi: timelockAbi, functionName: 'execute', args })),
      };
    },
  };
}

/** Lets the chain arrive at the present, and has it make a block every second from now on. */
export async function catchUp(rpcUrl: string): Promise<void> {
  const node = createTestClient({ mode: 'hardhat', transport: http(rpcUrl) });
  await node.setNextBlockTimestamp({ timestamp: BigInt(Math.floor(Date.now() / 1000)) });
  await node.mine({ blocks: 1 });
  await node.setIntervalMining({ interval: 1 });
}

/**
 * Proposes an upgrade, and another data attester.
 * @param upgrade calls of the timelock
 */
export async function propose(
  chain: PublicChain,
  manifest: Manifest,
  upgrade: { schedule: Hex; execute: Hex },
) {
  const { didRegistry } = manifest.contracts;
  const owner = openOwner(chain, manifest);
  const attester = newKey();
  const attesters = [attester.address, chain.keys.service.address] as const;
  const { transactionHash } = await owner.send(upgrade.schedule);
  return {
    attester,
    upgrade: { transactionHash, execute: () => owner.send(upgrade.execute) },
    rotation: await owner.propose(
      didRegistry ?? '0x',
      encodeFunctionData({ abi: didRegistryAbi, functionName: 'setAttesters', args: attesters }),
    ),
  };
}
