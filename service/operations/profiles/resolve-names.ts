import type { FastifyBaseLogger } from 'fastify';
import type { Address } from 'viem';
import { readNameOf } from '#chain/names.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import type { JobOutcome } from '#platform/jobs/job-outcome.ts';
import { forgetNames, postponeName, storeName, wantedNames } from './resolved-name-store.ts';

/** Wallets of one run. Each takes at most five calls per source, one after the other. */
const portion = 20;

/**
 * Reads the names of wallets that were shown. A wallet whose node fails keeps its former name until that expires, and
 * waits behind the others.
 */
export async function resolveNames(context: ServiceContext, log: FastifyBaseLogger): Promise<JobOutcome> {
  const { db, names } = context;
  if (names.length === 0) return { done: 0, more: false };
  const wallets = await wantedNames(db, portion);
  const failures: unknown[] = [];
  for (const wallet of wallets) {
    try {
      await storeName(db, wallet, await nameOf(context, wallet as Address, log));
    } catch (error) {
      await postponeName(db, wallet);
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return { done: wallets.length, more: wallets.length === portion };
}

/** Contracts that use up their gas give no name. */
async function nameOf({ names }: ServiceContext, wallet: Address, log: FastifyBaseLogger) {
  try {
    return await readNameOf(names, wallet, { wallet });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'RATE_LIMITED') throw error;
    log.warn({ wallet, reason: error.reason }, 'name not read');
    return null;
  }
}

export async function forgetOldNames({ db }: ServiceContext): Promise<JobOutcome> {
  return { done: await forgetNames(db), more: false };
}
