import type { Address } from '@labroom/contracts/networks';
import { hexToBytes, size } from 'viem';
import { create2Deployer } from './create2.ts';
import { deploymentReader, isDeployed, stepsOfPlan } from './execute.ts';
import type { Plan } from './plan.ts';

export interface Estimate {
  steps: readonly { name: string; gas: bigint; isDone: boolean }[];
  gas: bigint;
  feePerGas: bigint;
  /** In wei, without the fee of a rollup for its data. */
  cost: bigint;
  balance: bigint;
}

/** Gas of the deployment proxy, of creating a contract, and of each byte of created code. */
const DEPLOYER_GAS = 60_000n;
const GAS_PER_CODE_BYTE = 200n;
/** Covers the constructor of each contract of the suite. */
const CONSTRUCTOR_GAS = 500_000n;

/** Estimates what a plan costs. Sends nothing. */
export async function estimatePlan(rpcUrl: string, sender: Address, plan: Plan): Promise<Estimate> {
  const reader = deploymentReader(rpcUrl);
  const steps = [];
  for (const { name, to, data, isDone } of stepsOfPlan(plan, reader)) {
    const done = await isDone();
    // A contract whose constructor calls an earlier one cannot be estimated before that is deployed, so its bound counts.
    const gas = done
      ? 0n
      : await reader.estimateGas({ account: sender, to, data }).catch(() => upperBound(data));
    // Without code at the deployer, the node estimates a plain transfer.
    steps.push({ name, isDone: done, gas: done ? 0n : max(gas, await bound(reader, to, data)) });
  }
  const gas = steps.reduce((sum, step) => sum + step.gas, 0n);
  const { maxFeePerGas } = await reader.estimateFeesPerGas();
  const balance = await reader.getBalance({ address: sender });
  return { steps, gas, feePerGas: maxFeePerGas, cost: gas * maxFeePerGas, balance };

  async function bound(node: typeof reader, to: Address, data: `0x${string}`): Promise<bigint> {
    return to === create2Deployer.address && !(await isDeployed(node, to)) ? upperBound(data) : 0n;
  }
}

function upperBound(data: `0x${string}`): bigint {
  const callData = hexToBytes(data).reduce((sum, byte) => sum + (byte === 0 ? 4n : 16n), 21_000n);
  return callData + DEPLOYER_GAS + BigInt(size(data)) * GAS_PER_CODE_BYTE + CONSTRUCTOR_GAS;
}

const max = (a: bigint, b: bigint) => (a > b ? a : b);
