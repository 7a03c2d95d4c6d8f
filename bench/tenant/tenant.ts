import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { localAccount } from '@labroom/contracts/local-accounts';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { privateKeyToAccount } from 'viem/accounts';
import type { Stack } from '../stack/stack.ts';

/** Measurements of the tenant. Times are in milliseconds. */
export interface Experience {
  reads: Percentiles;
  writes: Percentiles;
  failures: string[];
}

interface Samples {
  reads: number[];
  writes: number[];
  failures: string[];
}

interface Percentiles {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

export interface Tenant {
  /** Reads and writes the tenant's lab in sequence during `work`. */
  beside<T>(work: () => Promise<T>): Promise<{ value: T; tenant: Experience }>;
  stop(): Promise<unknown>;
}

/** Registers a lab of another tenant, which uses the services at `urls` in alternation, from its own thread. */
export async function registerTenant(stack: Stack, urls: string[]): Promise<Tenant> {
  const account = privateKeyToAccount(localAccount('contributor').privateKey);
  const { oclId, token } = await registerLab(stack, localChain(stack.rpcUrl, account));
  const workerData = { urls, credential: stack.credential, lab: { oclId, wallet: account.address, token } };
  const worker = new Worker(new URL('./tenant.worker.ts', import.meta.url), { workerData });
  const sample = async <T>(work: () => Promise<T>) => {
    worker.postMessage('start');
    await pause(500);
    const value = await work();
    worker.postMessage('stop');
    const [{ reads, writes, failures }] = (await once(worker, 'message')) as [Samples];
    return { value, tenant: { reads: percentiles(reads), writes: percentiles(writes), failures } };
  };
  // Warms up the service.
  await sample(() => pause(5_000));
  return { beside: sample, stop: () => worker.terminate() };
}

/**
 * Gives this thread the lowest priority. It simulates clients on other machines, which must not take CPU time from the
 * service and the tenant.
 */
export function yieldToService(): void {
  setPriority(constants.priority.PRIORITY_LOW);
}

function percentiles(times: number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.ceil(share * sorted.length) - 1] ?? 0) * 10) / 10;
  return { count: times.length, p50: at(0.5), p99: at(0.99), max: at(1) };
}
