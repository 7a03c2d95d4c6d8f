import { paymentChannels } from '@labroom/contracts/payment-channels';
import { channelsCode, collectorCode } from '@labroom/contracts/payment-channels-abi';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import type { Hex } from 'viem';

/** One JSON-RPC request to the EVM in this process; rejects with `{ message, code, data }`. */
export type Request = (method: string, params?: unknown[]) => Promise<unknown>;

type Genesis = { version: 1 | 2; chainId: number; hardfork: string; genesisTime: number };

const ONE_ETHER = 10n ** 18n;

/** Sender of the presigned transaction that deploys the deterministic CREATE2 deployer 0x4e59…956C on any chain. */
const create2DeployerSender = '0x3fab184622dc19b6109349b94811493bf5a45362';

/**
 * Starts Hardhat's EVM at block 0, with 10,000 ether for each of the twenty accounts of the well-known test mnemonic.
 * From version 2 on it has the payment channels of x402 ([Note: the local stand-in] in `IDevPaymentChannels.sol`).
 * Deterministic: the same genesis and requests give the same block hashes. Blocks are made by `evm_mine` only.
 */
export async function createEvm({ version, chainId, hardfork, genesisTime }: Genesis): Promise<Request> {
  const hre = await createHardhatRuntimeEnvironment(
    {
      networks: {
        local: {
          type: 'edr-simulated',
          chainType: 'l1',
          chainId,
          hardfork,
          initialDate: new Date(genesisTime * 1000),
          // Lets the chain follow the wall clock with several blocks per second.
          allowBlocksWithSameTimestamp: true,
          mining: { auto: false, interval: 0, mempool: { order: 'fifo' } },
        },
      },
      // A folder without build artifacts. Hardhat would load those of the clone, for stack traces: 130 MB.
      paths: { artifacts: import.meta.dirname },
    },
    {},
    import.meta.dirname,
  );
  const { provider } = await hre.network.create('local');
  const request: Request = (method, params = []) => provider.request({ method, params });
  await request('hardhat_setBalance', [create2DeployerSender, `0x${ONE_ETHER.toString(16)}`]);
  if (version >= 2) {
    await request('hardhat_setCode', [paymentChannels.contract, channelsCode]);
    await request('hardhat_setCode', [paymentChannels.collector, collectorCode]);
  }
  return request;
}

export type Head = { hash: Hex; number: number; timestamp: number };

/** The newest block. */
export async function readHead(request: Request): Promise<Head> {
  const block = (await request('eth_getBlockByNumber', ['latest', false])) as Record<keyof Head, Hex>;
  return { hash: block.hash, number: Number(block.number), timestamp: Number(block.timestamp) };
}

/** Whether the next block would contain a transaction; one with a nonce gap or too low a fee waits in the pool. */
export async function hasExecutableTransaction(request: Request): Promise<boolean> {
  const waiting = (await request('eth_pendingTransactions')) as unknown[];
  if (waiting.length === 0) return false;
  const next = (await request('eth_getBlockByNumber', ['pending', false])) as { transactions: Hex[] };
  return next.transactions.length > 0;
}
