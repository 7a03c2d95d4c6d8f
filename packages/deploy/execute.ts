import { setTimeout as pause } from 'node:timers/promises';
import type { Address } from '@labroom/contracts/networks';
import { type Account, createPublicClient, createWalletClient, type Hex, http, isAddressEqual } from 'viem';
import { create2Calldata, create2Deployer } from './create2.ts';
import type { Journal, Sent } from './journal.ts';
import type { Plan } from './plan.ts';

/** Sends transactions: a key of this process, a remote key, or the address of an account that the node has unlocked. */
export type Signer = Account | Address;

export const addressOf = (signer: Signer): Address => (typeof signer === 'string' ? signer : signer.address);

interface ExecuteOptions {
  rpcUrl: string;
  chainId: number;
  signer: Signer;
  plan: Pick<Plan, 'contracts'>;
  journal: Journal;
  /** Milliseconds between two reads while a transaction is pending. */
  pollingMs: number;
  /** Told about every transaction that is mined. */
  report?: (step: string, hash: Hex | null) => void;
}

/** One step of a plan: what it sends, and how its success is seen on the chain. */
export interface Step {
  name: string;
  to: Address;
  data: Hex;
  isDone: () => Promise<boolean>;
}

export type DeploymentReader = ReturnType<typeof deploymentReader>;

export function deploymentReader(rpcUrl: string, pollingMs = 1_000) {
  return createPublicClient({ transport: http(rpcUrl), pollingInterval: pollingMs });
}

/** The steps of a plan in order. */
export function stepsOfPlan({ contracts }: Pick<Plan, 'contracts'>, reader: DeploymentReader): Step[] {
  return contracts.map((contract) => ({
    name: `Deploying ${contract.name}`,
    to: create2Deployer.address,
    data: create2Calldata(contract),
    isDone: () => isDeployed(reader, contract.address),
  }));
}

/**
 * Executes the steps that are not done yet. The nonce of every transaction is written to the journal before it is sent,
 * so a run after an interrupted one waits for what is pending and sends nothing twice.
 * @returns hash of each step's transaction; `null` where another sender made the step
 * @throws Error if a transaction fails
 */
export async function executePlan(options: ExecuteOptions): Promise<Map<string, Hex | null>> {
  const { rpcUrl, chainId, signer, plan, journal, pollingMs, report } = options;
  const reader = deploymentReader(rpcUrl, pollingMs);
  const wallet = createWalletClient({ transport: http(rpcUrl), account: signer });
  const sender = addressOf(signer);
  const actual = await reader.getChainId();
  if (actual !== chainId)
    throw new Error(`The node serves chain ${actual}, not ${chainId}. Nothing was sent.`);

  const perform = async ({ name, to, data, isDone }: Step, value = 0n): Promise<Hex | null> => {
    const earlier = journal.last(name);
    if (earlier) await settleEarlier(reader, sender, journal, earlier, pollingMs);
    if (await isDone()) return journal.last(name)?.hash ?? null;
    const nonce = await reader.getTransactionCount({ address: sender, blockTag: 'pending' });
    await journal.note(name, nonce, null);
    const hash = await wallet.sendTransaction({ chain: null, to, data, value, nonce });
    await journal.note(name, nonce, hash);
    const receipt = await reader.waitForTransactionReceipt({ hash });
    if (receipt.status !== 'success') throw new Error(`${name} failed in transaction ${hash}.`);
    if (!(await isDone())) throw new Error(`${name} had no effect in transaction ${hash}.`);
    report?.(name, hash);
    return hash;
  };

  if (!(await isDeployed(reader, create2Deployer.address))) {
    const { sender: deployerOfDeployer, cost, rawTransaction, address } = create2Deployer;
    await perform(
      {
        name: 'Funding the CREATE2 deployer',
        to: deployerOfDeployer,
        data: '0x',
        isDone: async () => (await reader.getBalance({ address: deployerOfDeployer })) >= cost,
      },
      cost,
    );
    const hash = await reader.sendRawTransaction({ serializedTransaction: rawTransaction });
    await reader.waitForTransactionReceipt({ hash });
    if (!(await isDeployed(reader, address)))
      throw new Error(`The CREATE2 deployer is not at ${address} after transaction ${hash}.`);
    report?.('Deploying the CREATE2 deployer', hash);
  }

  const hashes = new Map<string, Hex | null>();
  for (const step of stepsOfPlan(plan, reader)) hashes.set(step.name, await perform(step));
  return hashes;
}

/**
 * Waits until a transaction of an earlier run is mined, and finds its hash. One that never reached the node is left
 * alone: its nonce is used again.
 */
async function settleEarlier(
  reader: DeploymentReader,
  sender: Address,
  journal: Journal,
  { step, nonce, hash }: Sent,
  pollingMs: number,
): Promise<void> {
  const count = (blockTag: 'pending' | 'latest') => reader.getTransactionCount({ address: sender, blockTag });
  if ((await count('pending')) <= nonce) return;
  for (let waited = 0; (await count('latest')) <= nonce; waited += pollingMs) {
    if (waited > 300_000)
      throw new Error(
        `${step}: the transaction with nonce ${nonce} is still pending. Repeat the command later.`,
      );
    await pause(pollingMs);
  }
  if (!hash)
    await journal.note(step, nonce, await findTransaction(reader, sender, nonce, journal.startBlock));
}

/** Returns the hash of the transaction that used a nonce, in blocks from `first` on. */
async function findTransaction(
  reader: DeploymentReader,
  sender: Address,
  nonce: number,
  first: number,
): Promise<Hex | null> {
  let low = BigInt(first);
  let high = await reader.getBlockNumber();
  while (low < high) {
    const middle = (low + high) / 2n;
    const count = await reader.getTransactionCount({ address: sender, blockNumber: middle });
    if (count > nonce) high = middle;
    else low = middle + 1n;
  }
  const { transactions } = await reader.getBlock({ blockNumber: low, includeTransactions: true });
  const found = transactions.find((sent) => isAddressEqual(sent.from, sender) && sent.nonce === nonce);
  return found?.hash ?? null;
}

export async function isDeployed(reader: DeploymentReader, address: Address): Promise<boolean> {
  return (await reader.getCode({ address })) !== undefined;
}
