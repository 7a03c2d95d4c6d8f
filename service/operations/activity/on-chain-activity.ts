import { z } from 'zod';
import type { RequestContext } from '#service/context.ts';
import { ServiceError } from '#service/platform/errors.ts';
import { oclId, parseInput, walletAddress } from '#service/platform/input.ts';
import type { OnChainActivity, QueryOnChainActivityArgs } from '#service/schema.generated.ts';
import {
  type EventPosition,
  eventsOfLab,
  eventsOfWallet,
  type OnChainEventRow,
} from './on-chain-activity-store.ts';

const argsSchema = z.object({ oclId: oclId.nullish(), wallet: walletAddress.nullish() });

/** What the indexer has seen around one lab or one wallet, newest first. Public. */
export async function onChainActivity(
  context: RequestContext,
  args: QueryOnChainActivityArgs,
): Promise<OnChainActivity[]> {
  const { oclId, wallet } = parseInput(argsSchema, args);
  const query = {
    chainId: context.chain.chainId,
    before: parseCursor(args.cursor),
    limit: Math.min(200, Math.max(1, args.limit ?? 50)),
  };
  if (oclId && !wallet) return (await eventsOfLab(context.db, { oclId, ...query })).map(asActivity);
  if (wallet && !oclId) return (await eventsOfWallet(context.db, { wallet, ...query })).map(asActivity);
  throw new ServiceError('INVALID_INPUT', 'Pass exactly one of oclId and wallet.', {
    reason: 'OCL_ID_XOR_WALLET',
    details: { argument: oclId ? 'wallet' : 'oclId' },
  });
}

function asActivity(row: OnChainEventRow): OnChainActivity {
  return { ...row, id: `${row.blockNumber}:${row.logIndex}` };
}

function parseCursor(cursor: string | null | undefined): EventPosition | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const [, blockNumber, logIndex] = /^(\d{1,15}):(\d{1,9})$/.exec(cursor) ?? [];
  if (blockNumber === undefined) {
    throw new ServiceError('INVALID_INPUT', 'cursor must be the id of a row: <block_number>:<log_index>.', {
      reason: 'INVALID_CURSOR',
      details: { argument: 'cursor' },
    });
  }
  return { blockNumber: Number(blockNumber), logIndex: Number(logIndex) };
}
