import { isAgreementSymbol } from '@labroom/protocol/agreement-symbol';
import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { LabToken, QueryLabTokenArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { agreements } from '#platform/db/tables/agreements.ts';
import { labTokens, onchainEvents } from '#platform/db/tables/chain.ts';
import { parseOclId } from '#platform/input/input.ts';

export interface LabTokenRow extends Omit<LabToken, 'attachment' | 'ledger'> {
  /** The indexed contract: the token, or the wrapper of an attached one. */
  indexed: typeof labTokens.$inferSelect;
}

/** Arguments of `TokensCreated` as the indexer stores them. */
const argsSchema = z.object({
  tokenContract: z.string(),
  emitter: z.string(),
  amount: z.string(),
  s3Key: z.string(),
  contentHash: z.string(),
  name: z.string(),
  symbol: z.string(),
});

/** The token of a lab, created by the tokenizer or attached to it. Public. */
export async function labToken(
  { db, chain }: RequestContext,
  args: QueryLabTokenArgs,
): Promise<LabTokenRow | null> {
  const id = parseOclId(args);
  const announcement = and(
    eq(onchainEvents.oclId, labTokens.oclId),
    eq(onchainEvents.chainId, labTokens.chainId),
    eq(onchainEvents.blockNumber, labTokens.blockNumber),
    eq(onchainEvents.eventName, 'TokensCreated'),
  );
  const signed = and(
    eq(agreements.oclId, labTokens.oclId),
    eq(agreements.key, sql`${onchainEvents.args} ->> 's3Key'`),
    eq(agreements.contentHash, sql`${onchainEvents.args} ->> 'contentHash'`),
  );
  const [row] = await db
    .select({ event: onchainEvents, token: labTokens, agreed: agreements.symbol })
    .from(labTokens)
    .innerJoin(onchainEvents, announcement)
    .leftJoin(agreements, signed)
    .where(and(eq(labTokens.oclId, id), eq(labTokens.chainId, chain.chainId)))
    .limit(1);
  if (!row) return null;
  const { event, token, agreed } = row;
  const { tokenContract, emitter, amount, s3Key, contentHash, name, symbol } = argsSchema.parse(event.args);
  const isStatable = token.underlying === null || isAgreementSymbol(symbol);
  return {
    oclId: id,
    tokenContract,
    wrapper: token.underlying === null ? null : token.address,
    name,
    symbol,
    initialSupply: amount,
    agreementKey: s3Key,
    agreementContentHash: contentHash,
    agreementSymbol: agreed,
    isSymbolAgreed: agreed === null || !isStatable ? null : agreed === symbol,
    tokenizedBy: emitter,
    txHash: event.txHash,
    blockNumber: event.blockNumber,
    tokenizedAt: event.blockTimestamp,
    indexed: token,
  };
}
